import { undoSetlistChange } from '#contract/setlists.ts';
import { call } from '#web/http/call.ts';

/** Takes back the change of the setlist that has this number, and no other. */
export function undoOf(showId: string) {
  return {
    call: (changeId: number) =>
      call(undoSetlistChange, { params: { id: showId }, body: { changeId } }),
    done: 'Last change undone',
    failed: 'Failed to undo the last change',
  };
}
