import { z } from 'zod';
import { endpoint, showParams } from './endpoint.ts';
import { setlistEntry } from './setlists.ts';

/** If `changeId` is absent, undoes the latest change that can be undone. */
export const undoSetlistChangeBody = z
  .object({ changeId: z.int().min(1).optional() })
  .nullish()
  .meta({ id: 'UndoSetlistChangeBody' });

export const getLastSetlistChange = endpoint('getLastSetlistChange', {
  method: 'GET',
  path: '/api/shows/{id}/setlist/undo',
  tag: 'setlists',
  who: 'scribe',
  summary: 'Preview what an undo would revert',
  params: showParams,
  status: 200,
  /** `what` completes 'Undo: …'. */
  returns: z.object({ changeId: z.int(), rowId: z.uuid(), what: z.string() }),
  mayBeEmpty: true,
  dependsOn: ['setlist:{id}', 'sealedSetlist:{id}', 'song'],
});

export const undoSetlistChange = endpoint('undoSetlistChange', {
  method: 'POST',
  path: '/api/shows/{id}/setlist/undo',
  tag: 'setlists',
  who: 'scribe',
  summary:
    'Undo the last change of the setlist, or the given one; 409 if it can no longer be undone',
  params: showParams,
  body: undoSetlistChangeBody,
  status: 200,
  returns: z.array(setlistEntry),
  returnsChangeId: true,
});

/** The response header with the change's ID, which an undo can send as `changeId`. */
export const CHANGE_ID_HEADER = 'X-Change-Id';
