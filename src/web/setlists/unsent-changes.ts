import type { BodyInputOf } from '#contract/endpoint.ts';
import type { addSetlistSong, SetlistEntry, updateSetlistSong } from '#contract/setlists.ts';
import { type HttpError, isFinalResponse } from '#web/http/http-error.ts';

/** Targets are row ids, because positions may change before the edit is sent. */
export type SetlistEdit =
  | { do: 'add'; body: AddBody & { id: string }; beforeId?: string | undefined }
  | { do: 'update'; body: UpdateBody; toPlaceOf?: string | undefined }
  | { do: 'remove'; version?: number | undefined }
  | { do: 'undo'; changeId?: number | undefined };
type AddBody = BodyInputOf<typeof addSetlistSong>;
type UpdateBody = BodyInputOf<typeof updateSetlistSong>;

/** The server recognizes the id, so sending a change again is safe. */
export interface UnsentChange {
  id: string;
  showId: string;
  rowId: string;
  title: string;
  deed: SetlistEdit;
  /** Id of an earlier queued change of the row. Its answer sets this change's base version. */
  after?: string | undefined;
  /** Sent at least once, so the server may have applied it. */
  isTried?: boolean | undefined;
  /** The server's refusal. The change stays until the administrator retries or drops it. */
  refusal?: string | undefined;
}

export interface Unsent {
  changes: readonly UnsentChange[];
  /** The last attempt got no answer, or its answer is slow. */
  isWaiting: boolean;
  /** The last confirmed change, which undo uses without a request. */
  arrived?: { change: UnsentChange; changeId: number } | undefined;
  /** Numbers of the changes undone on this device, including undos still queued. */
  undone: readonly number[];
}

/** Later queued changes build on the new row versions. */
export interface ChangeResult {
  changeId: number;
  rows: readonly Pick<SetlistEntry, 'id' | 'version'>[];
}

interface Options {
  key: string;
  /** Rejects with an `HttpError` on a refusal, with another error if no answer arrived. */
  send: (change: UnsentChange) => Promise<ChangeResult>;
  /** Returns the message to show. */
  onRefused: (error: HttpError, change: UnsentChange) => string;
}

/** Sends changes in order, also after a reload. A refused change doesn't block the next ones. */
export function createUnsentChanges({ key, send, onRefused }: Options) {
  let state: Unsent = { changes: readChanges(key), isWaiting: false, undone: [] };
  let isSending = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  function set(next: Partial<Unsent>) {
    state = { ...state, ...next };
    if (next.changes) storeChanges(key, next.changes);
    for (const listener of listeners) listener();
  }

  function noteUndone() {
    const numbers = state.changes.flatMap(
      ({ deed }) => (deed.do === 'undo' && deed.changeId) || [],
    );
    set({ undone: [...new Set([...state.undone, ...numbers])] });
  }

  async function sendAll(): Promise<void> {
    clearTimeout(timer);
    if (isSending) return;
    isSending = true;
    for (;;) {
      const next = state.changes.find(({ refusal }) => refusal === undefined);
      const isAnswered = !next || (await attempt(next));
      if (state.isWaiting === isAnswered) set({ isWaiting: !isAnswered });
      if (!isAnswered) timer = setTimeout(sendAll, RETRY_MS);
      if (!isAnswered || !next) break;
    }
    isSending = false;
  }

  /** Returns whether an answer arrived. */
  async function attempt(change: UnsentChange): Promise<boolean> {
    set({ changes: withChange(state.changes, change.id, { isTried: true }) });
    const slow = setTimeout(() => set({ isWaiting: true }), SLOW_MS);
    try {
      const answered = await send(change);
      const changes = settle(state.changes, change, answered);
      const { changeId } = answered;
      set(change.deed.do === 'undo' ? { changes } : { changes, arrived: { change, changeId } });
      noteUndone();
      return true;
    } catch (error) {
      if (!isFinalResponse(error)) return false;
      const refusal = onRefused(error, change);
      set({ changes: refuse(state.changes, change, refusal) });
      return true;
    } finally {
      clearTimeout(slow);
    }
  }

  return {
    get: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    add(change: UnsentChange) {
      set({ changes: [...state.changes, linkedToPrevious(state.changes, change)] });
      noteUndone();
      void sendAll();
    },
    /** Bases a refused change on what the administrator has seen since, and sends it again. */
    retry(id: string, seen: { version?: number | undefined; timesSeen?: number | undefined }) {
      const again = state.changes.find((item) => item.id === id);
      if (!again) return;
      const { deed } = again;
      const rebased: SetlistEdit =
        deed.do === 'add'
          ? { ...deed, body: { ...deed.body, timesSeen: seen.timesSeen } }
          : basedOn(seen.version, deed);
      set({ changes: withChange(state.changes, id, { refusal: undefined, deed: rebased }) });
      void sendAll();
    },
    /** Queues an undo instead if the server may have applied the change. */
    drop(id: string, undoId: string) {
      const change = state.changes.find((item) => item.id === id);
      if (!change) return;
      if (change.isTried && !change.refusal) {
        const title = `Undo: ${change.title}`;
        const undo: UnsentChange = {
          ...change,
          id: undoId,
          title,
          deed: { do: 'undo' },
          after: id,
        };
        set({ changes: [...state.changes, { ...undo, isTried: undefined }] });
        void sendAll();
      } else set({ changes: without(state.changes, change) });
    },
    sendAll,
  };
}

/** An undo already has its change's number. */
function linkedToPrevious(changes: readonly UnsentChange[], change: UnsentChange): UnsentChange {
  if (change.deed.do === 'undo') return change;
  const previous = changes.findLast(({ rowId, refusal }) => rowId === change.rowId && !refusal);
  return previous ? { ...change, after: previous.id } : change;
}

function settle(
  changes: readonly UnsentChange[],
  { id }: UnsentChange,
  { changeId, rows }: ChangeResult,
): UnsentChange[] {
  return changes
    .filter((item) => item.id !== id)
    .map((item) => {
      if (item.after !== id) return item;
      const { after: _, ...unlinked } = item;
      if (item.deed.do === 'undo') return { ...unlinked, deed: { do: 'undo', changeId } };
      const version = rows.find((row) => row.id === item.rowId)?.version;
      return { ...unlinked, deed: basedOn(version, item.deed) };
    });
}

/** Later changes keep the old base version, so the server refuses them if the row has changed. */
function refuse(
  changes: readonly UnsentChange[],
  { id, deed }: UnsentChange,
  refusal: string,
): UnsentChange[] {
  const isUndone = changes.some((item) => item.after === id && item.deed.do === 'undo');
  const version = baseVersion(deed);
  return changes.flatMap((item): UnsentChange[] => {
    if (item.id === id) return isUndone ? [] : [{ ...item, refusal, isTried: undefined }];
    if (item.after !== id) return [item];
    if (item.deed.do === 'undo') return [];
    return [{ ...item, after: undefined, deed: basedOn(version, item.deed) }];
  });
}

function baseVersion(deed: SetlistEdit): number | undefined {
  if (deed.do === 'update') return deed.body.version;
  return deed.do === 'remove' ? deed.version : undefined;
}

function basedOn(version: number | undefined, deed: SetlistEdit): SetlistEdit {
  if (deed.do === 'update') return { ...deed, body: { ...deed.body, version } };
  return deed.do === 'remove' ? { ...deed, version } : deed;
}

/** Removing an `add` also removes its row's later changes. */
function without(changes: readonly UnsentChange[], { id, rowId, deed, after }: UnsentChange) {
  return changes
    .filter((item) => item.id !== id && !(deed.do === 'add' && item.rowId === rowId))
    .map((item) => (item.after === id ? { ...item, after } : item));
}

function withChange(
  changes: readonly UnsentChange[],
  id: string,
  change: Partial<UnsentChange>,
): UnsentChange[] {
  return changes.map((item) => (item.id === id ? { ...item, ...change } : item));
}

const RETRY_MS = 3_000;
/** A change without an answer after this time is shown as not sent. */
const SLOW_MS = 1_500;

function readChanges(key: string): UnsentChange[] {
  try {
    const changes: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(changes) ? changes : [];
  } catch {
    return [];
  }
}

function storeChanges(key: string, changes: readonly UnsentChange[]): void {
  try {
    if (changes.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(changes));
  } catch {
    // Storage is blocked or full; the queue still has the changes in memory.
  }
}
