import { z } from 'zod';
import { endpoint, idParams, showParams } from './endpoint.ts';

const count = z.int().optional();

/**
 * What goes with a thing that is to be deleted, cleared or replaced, counted. Whoever is asked whether
 * it shall be reads it first; the answer to each such question is a call that says this.
 */
export const deletionImpact = z
  .object({
    accounts: count,
    predictions: count,
    /** Points that predictions have. */
    scores: count,
    /** Songs of predictions, and of setlists. */
    picks: count,
    setlistSongs: count,
    shares: count,
    /** Of the forums: one's own threads, what others wrote in them, and replies elsewhere. */
    threads: count,
    othersReplies: count,
    replies: count,
    sessions: count,
    /** Lines of the audit log: what administrators changed. */
    changes: count,
  })
  .meta({ id: 'DeletionImpact' });
export type DeletionImpact = z.output<typeof deletionImpact>;

export const getShowDeletion = endpoint('getShowDeletion', {
  method: 'GET',
  path: '/api/shows/{id}/deletion',
  tag: 'shows',
  who: 'admin',
  summary: 'Preview what is deleted with a show; reopening it deletes its scores too',
  params: showParams,
  status: 200,
  returns: deletionImpact,
  dependsOn: [
    'show:{id}',
    'setlist:{id}',
    'sealedSetlist:{id}',
    'entrants:{id}',
    'totals:{id}',
    'share',
  ],
});

export const getSongDeletion = endpoint('getSongDeletion', {
  method: 'GET',
  path: '/api/songs/{id}/deletion',
  tag: 'songs',
  who: 'admin',
  summary: 'Preview what is deleted with a song',
  params: idParams,
  status: 200,
  returns: deletionImpact,
  dependsOn: ['song:{id}', 'show', 'setlist', 'sealedSetlist', 'entrants'],
});

export const getThreadDeletion = endpoint('getThreadDeletion', {
  method: 'GET',
  path: '/api/forums/threads/{id}/deletion',
  tag: 'forums',
  who: 'user',
  summary: 'Preview what is deleted with a thread',
  params: idParams,
  status: 200,
  returns: deletionImpact,
  dependsOn: ['thread:{id}'],
});
