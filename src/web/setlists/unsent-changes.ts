import type { BodyInputOf } from '#contract/endpoint.ts';
import type { addSetlistSong, SetlistEntry, updateSetlistSong } from '#contract/setlists.ts';
import { type QueuedItem, removeQueuedItem, updateQueuedItem } from '#web/queue/queue.ts';
import type { StoredFormat } from '#web/queue/stored-items.ts';

/** A queued setlist edit. The server recognizes its ID, so resending is safe. */
export interface UnsentChange extends QueuedItem {
  showId: string;
  rowId: string;
  title: string;
  edit: SetlistEdit;
  /** ID of the row's previous queued change. Its response sets this change's base version. */
  after?: string | undefined;
}

/** Targets are row IDs, because positions may change before the edit is sent. */
export type SetlistEdit =
  | {
      do: 'add';
      body: AddBody & { id: string };
      beforeId?: string | undefined;
      /** Goes live first, but only from this status: a late retry must not reopen a closed show. */
      goLiveFrom?: string | undefined;
    }
  | { do: 'update'; body: UpdateBody; toPlaceOf?: string | undefined }
  | { do: 'remove'; version?: number | undefined }
  | { do: 'undo'; changeId?: number | undefined };
type AddBody = BodyInputOf<typeof addSetlistSong>;
type UpdateBody = BodyInputOf<typeof updateSetlistSong>;

export interface ChangeResult {
  changeId: number;
  rows: readonly Pick<SetlistEntry, 'id' | 'version'>[];
}

/** Devices still store edits from earlier versions under the key `deed`. */
export const STORED_CHANGES: StoredFormat<UnsentChange> = {
  parse(text) {
    try {
      const changes: unknown = JSON.parse(text);
      return Array.isArray(changes)
        ? changes.map(({ deed, ...change }) => ({ ...change, edit: deed }))
        : [];
    } catch {
      return [];
    }
  },
  serialize: (changes) =>
    JSON.stringify(changes.map(({ edit: deed, ...change }) => ({ ...change, deed }))),
};

export function addChange(changes: readonly UnsentChange[], change: UnsentChange): UnsentChange[] {
  return [...changes, linkToPrevious(changes, change)];
}

/** Retries a rejected change, based on the setlist that the administrator sees now. */
export function retryChange(
  changes: readonly UnsentChange[],
  { id, edit }: UnsentChange,
  current: {
    version?: number | undefined;
    timesSeen?: number | undefined;
    isOpen?: boolean | undefined;
  },
): UnsentChange[] {
  const rebasedEdit: SetlistEdit =
    edit.do === 'add'
      ? {
          ...edit,
          body: { ...edit.body, timesSeen: current.timesSeen },
          goLiveFrom: current.isOpen ? edit.goLiveFrom : undefined,
        }
      : rebase(current.version, edit);
  return updateQueuedItem(changes, id, { refusal: undefined, edit: rebasedEdit });
}

/** Queues an undo instead if the server may have applied the change. */
export function discardChange(
  changes: readonly UnsentChange[],
  id: string,
  undoId: string,
): readonly UnsentChange[] {
  const change = changes.find((item) => item.id === id);
  if (!change) return changes;
  if (!change.isTried || change.refusal) return removeChange(changes, change);
  const { showId, rowId } = change;
  const title = `Undo: ${change.title}`;
  return [...changes, { id: undoId, showId, rowId, title, edit: { do: 'undo' }, after: id }];
}

/** An undo refers to its change by ID, so it isn't linked. */
function linkToPrevious(changes: readonly UnsentChange[], change: UnsentChange): UnsentChange {
  if (change.edit.do === 'undo') return change;
  const previousChange = changes.findLast(
    ({ rowId, refusal }) => rowId === change.rowId && !refusal,
  );
  return previousChange ? { ...change, after: previousChange.id } : change;
}

export function settleChange(
  changes: readonly UnsentChange[],
  { id }: UnsentChange,
  { changeId, rows }: ChangeResult,
): UnsentChange[] {
  return removeQueuedItem(changes, id).map((item) => {
    if (item.after !== id) return item;
    const { after: _, ...unlinked } = item;
    if (item.edit.do === 'undo') return { ...unlinked, edit: { do: 'undo', changeId } };
    const version = rows.find((row) => row.id === item.rowId)?.version;
    return { ...unlinked, edit: rebase(version, item.edit) };
  });
}

/** Later changes keep the old base version, so the server rejects them if the row has changed. */
export function rejectChange(
  changes: readonly UnsentChange[],
  { id, edit }: UnsentChange,
  errorText: string,
): UnsentChange[] {
  const isUndone = changes.some((item) => item.after === id && item.edit.do === 'undo');
  const rebaseOnRejected = (next: SetlistEdit) =>
    edit.do === 'undo' ? next : rebase(getBaseVersion(edit), next);
  return changes.flatMap((item): UnsentChange[] => {
    if (item.id === id)
      return isUndone ? [] : [{ ...item, refusal: errorText, isTried: undefined }];
    if (item.after !== id) return [item];
    if (item.edit.do === 'undo') return [];
    return [{ ...item, after: undefined, edit: rebaseOnRejected(item.edit) }];
  });
}

function getBaseVersion(edit: SetlistEdit): number | undefined {
  if (edit.do === 'update') return edit.body.version;
  return edit.do === 'remove' ? edit.version : undefined;
}

function rebase(version: number | undefined, edit: SetlistEdit): SetlistEdit {
  if (edit.do === 'update') return { ...edit, body: { ...edit.body, version } };
  return edit.do === 'remove' ? { ...edit, version } : edit;
}

function removeChange(changes: readonly UnsentChange[], { id, rowId, edit, after }: UnsentChange) {
  return changes
    .filter((item) => item.id !== id && !(edit.do === 'add' && item.rowId === rowId))
    .map((item) => (item.after === id ? { ...item, after } : item));
}
