import { z } from 'zod';
import { endpoint, idParams, showParams } from './endpoint.ts';

const count = z.int().optional();

export const deletionImpact = z
  .object({
    accounts: count,
    predictions: count,
    scores: count,
    picks: count,
    setlistSongs: count,
    shares: count,
    /** `othersReplies` are in the user's threads; `replies` are the user's in other threads. */
    threads: count,
    othersReplies: count,
    replies: count,
    /** In a show's thread. */
    posts: count,
    leaguePosts: count,
    sessions: count,
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
    'thread:{id}',
    'newPost:{id}',
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
  dependsOn: ['thread:{id}', 'newPost:{id}'],
});
