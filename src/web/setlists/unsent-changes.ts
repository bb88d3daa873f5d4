import type { BodyInputOf } from '#contract/endpoint.ts';
import type { addSetlistSong, SetlistEntry, updateSetlistSong } from '#contract/setlists.ts';
import { type QueuedItem, withItem, withoutItem } from '#web/queue/queue.ts';
import type { StoredFormat } from '#web/queue/stored-items.ts';

/** A setlist edit in the queue. The server recognizes the id, so sending it again is safe. */
export interface UnsentChange extends QueuedItem {
  showId: string;
  rowId: string;
  title: string;
  edit: SetlistEdit;
  /** Id of an earlier queued change of the row. Its answer sets this change's base version. */
  after?: string | undefined;
}

/** Targets are row ids, because positions may change before the edit is sent. */
export type SetlistEdit =
  | { do: 'add'; body: AddBody & { id: string }; beforeId?: string | undefined }
  | { do: 'update'; body: UpdateBody; toPlaceOf?: string | undefined }
  | { do: 'remove'; version?: number | undefined }
  | { do: 'undo'; changeId?: number | undefined };
type AddBody = BodyInputOf<typeof addSetlistSong>;
type UpdateBody = BodyInputOf<typeof updateSetlistSong>;

/** Later queued changes build on the new row versions. */
export interface ChangeResult {
  changeId: number;
  rows: readonly Pick<SetlistEntry, 'id' | 'version'>[];
}

/** Devices have stored an edit as `deed`. */
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
  print: (changes) =>
    JSON.stringify(changes.map(({ edit: deed, ...change }) => ({ ...change, deed }))),
};

export function added(changes: readonly UnsentChange[], change: UnsentChange): UnsentChange[] {
  return [...changes, linkedToPrevious(changes, change)];
}

/** Bases a refused change on what the administrator has seen since, to send it again. */
export function retried(
  changes: readonly UnsentChange[],
  { id, edit }: UnsentChange,
  seen: { version?: number | undefined; timesSeen?: number | undefined },
): UnsentChange[] {
  const rebased: SetlistEdit =
    edit.do === 'add'
      ? { ...edit, body: { ...edit.body, timesSeen: seen.timesSeen } }
      : basedOn(seen.version, edit);
  return withItem(changes, id, { refusal: undefined, edit: rebased });
}

/** Queues an undo instead if the server may have applied the change. */
export function dropped(
  changes: readonly UnsentChange[],
  id: string,
  undoId: string,
): readonly UnsentChange[] {
  const change = changes.find((item) => item.id === id);
  if (!change) return changes;
  if (!change.isTried || change.refusal) return without(changes, change);
  const { showId, rowId } = change;
  const title = `Undo: ${change.title}`;
  return [...changes, { id: undoId, showId, rowId, title, edit: { do: 'undo' }, after: id }];
}

/** An undo already has its change's number. */
function linkedToPrevious(changes: readonly UnsentChange[], change: UnsentChange): UnsentChange {
  if (change.edit.do === 'undo') return change;
  const previous = changes.findLast(({ rowId, refusal }) => rowId === change.rowId && !refusal);
  return previous ? { ...change, after: previous.id } : change;
}

export function settled(
  changes: readonly UnsentChange[],
  { id }: UnsentChange,
  { changeId, rows }: ChangeResult,
): UnsentChange[] {
  return withoutItem(changes, id).map((item) => {
    if (item.after !== id) return item;
    const { after: _, ...unlinked } = item;
    if (item.edit.do === 'undo') return { ...unlinked, edit: { do: 'undo', changeId } };
    const version = rows.find((row) => row.id === item.rowId)?.version;
    return { ...unlinked, edit: basedOn(version, item.edit) };
  });
}

/** Later changes keep the old base version, so the server refuses them if the row has changed. */
export function refused(
  changes: readonly UnsentChange[],
  { id, edit }: UnsentChange,
  refusal: string,
): UnsentChange[] {
  const isUndone = changes.some((item) => item.after === id && item.edit.do === 'undo');
  const version = baseVersion(edit);
  return changes.flatMap((item): UnsentChange[] => {
    if (item.id === id) return isUndone ? [] : [{ ...item, refusal, isTried: undefined }];
    if (item.after !== id) return [item];
    if (item.edit.do === 'undo') return [];
    return [{ ...item, after: undefined, edit: basedOn(version, item.edit) }];
  });
}

function baseVersion(edit: SetlistEdit): number | undefined {
  if (edit.do === 'update') return edit.body.version;
  return edit.do === 'remove' ? edit.version : undefined;
}

function basedOn(version: number | undefined, edit: SetlistEdit): SetlistEdit {
  if (edit.do === 'update') return { ...edit, body: { ...edit.body, version } };
  return edit.do === 'remove' ? { ...edit, version } : edit;
}

/** Removing an `add` also removes its row's later changes. */
function without(changes: readonly UnsentChange[], { id, rowId, edit, after }: UnsentChange) {
  return changes
    .filter((item) => item.id !== id && !(edit.do === 'add' && item.rowId === rowId))
    .map((item) => (item.after === id ? { ...item, after } : item));
}
