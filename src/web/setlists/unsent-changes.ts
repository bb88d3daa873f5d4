import type { BodyInputOf } from '#contract/endpoint.ts';
import type { addSetlistSong, SetlistEntry, updateSetlistSong } from '#contract/setlists.ts';
import { type HttpError, isAnswer } from '#web/http/http-error.ts';

/** What is done to a row. Where it goes is said by the row that is there: its place may have moved. */
export type SetlistEdit =
  | { do: 'add'; body: AddBody & { id: string }; beforeId?: string | undefined }
  | { do: 'update'; body: UpdateBody; toPlaceOf?: string | undefined }
  | { do: 'remove'; version?: number | undefined }
  | { do: 'undo'; changeId?: number | undefined };
type AddBody = BodyInputOf<typeof addSetlistSong>;
type UpdateBody = BodyInputOf<typeof updateSetlistSong>;

/** A change on its way to the setlist. By its id the server knows it: however often sent, made once. */
export interface UnsentChange {
  id: string;
  showId: string;
  rowId: string;
  /** The song's title, or what is done to it; as it is listed. */
  title: string;
  deed: SetlistEdit;
  /** One of the same row's, on its way before it: its answer tells what this one starts from. */
  after?: string | undefined;
  /** It may have arrived, whether or not an answer came. */
  isTried?: boolean | undefined;
  /** What the server has against it. It stays until somebody decides. */
  refusal?: string | undefined;
}

export interface Unsent {
  changes: readonly UnsentChange[];
  /** No answer came to the last attempt, or has not come for a while. */
  isWaiting: boolean;
  /** The last that has arrived: nobody needs to ask what an undo would take back. */
  arrived?: { change: UnsentChange; changeId: number } | undefined;
  /** Numbers of the changes that were taken back here, or are about to be. */
  undone: readonly number[];
}

/** What an answer tells those behind it: the number of the change, and the rows as they are since. */
export interface Answered {
  changeId: number;
  rows: readonly Pick<SetlistEntry, 'id' | 'version'>[];
}

interface Options {
  /** Under this name in the device's storage. */
  key: string;
  /** Rejects with an `HttpError` where the server refused, with anything else where none answered. */
  send: (change: UnsentChange) => Promise<Answered>;
  /** Told of a refusal; returns its sentence. */
  onRefused: (error: HttpError, change: UnsentChange) => string;
}

/**
 * Changes of setlists, in order, until the server has them: one after the other, again and again
 * while there is no line, and through a reload. One that is refused lets the next ones pass.
 */
export function createUnsentChanges({ key, send, onRefused }: Options) {
  let state: Unsent = { changes: readChanges(key), isWaiting: false, undone: [] };
  let isSending = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  function set(next: Partial<Unsent>) {
    state = { ...state, ...next };
    if (next.changes) keepChanges(key, next.changes);
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

  /** Whether an answer came. */
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
      if (!isAnswer(error)) return false;
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
      set({ changes: [...state.changes, following(state.changes, change)] });
      noteUndone();
      void sendAll();
    },
    /** One that was refused, once more: with what whoever decides has seen since. */
    retry(id: string, seen: { version?: number | undefined; timesSeen?: number | undefined }) {
      const again = state.changes.find((one) => one.id === id);
      if (!again) return;
      const { deed } = again;
      const asOfNow: SetlistEdit =
        deed.do === 'add'
          ? { ...deed, body: { ...deed.body, timesSeen: seen.timesSeen } }
          : startingFrom(seen.version, deed);
      set({ changes: withChange(state.changes, id, { refusal: undefined, deed: asOfNow }) });
      void sendAll();
    },
    /** Takes one back: out of the queue, or by an undo behind it where the server may have it. */
    drop(id: string, undoId: string) {
      const change = state.changes.find((one) => one.id === id);
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

/** Behind the last of its own row's, if there is one. What an undo takes back has its number. */
function following(changes: readonly UnsentChange[], change: UnsentChange): UnsentChange {
  if (change.deed.do === 'undo') return change;
  const before = changes.findLast(({ rowId, refusal }) => rowId === change.rowId && !refusal);
  return before ? { ...change, after: before.id } : change;
}

/** Without the answered one; those behind it learn what they start from. */
function settle(
  changes: readonly UnsentChange[],
  { id }: UnsentChange,
  { changeId, rows }: Answered,
): UnsentChange[] {
  return changes
    .filter((one) => one.id !== id)
    .map((one) => {
      if (one.after !== id) return one;
      const { after: _, ...free } = one;
      if (one.deed.do === 'undo') return { ...free, deed: { do: 'undo', changeId } };
      const version = rows.find((row) => row.id === one.rowId)?.version;
      return { ...free, deed: startingFrom(version, one.deed) };
    });
}

/** What was refused starts from what is no more, and so does what is behind it. Its undo is done. */
function refuse(
  changes: readonly UnsentChange[],
  { id, deed }: UnsentChange,
  refusal: string,
): UnsentChange[] {
  const isUndone = changes.some((one) => one.after === id && one.deed.do === 'undo');
  const version = startOf(deed);
  return changes.flatMap((one): UnsentChange[] => {
    if (one.id === id) return isUndone ? [] : [{ ...one, refusal, isTried: undefined }];
    if (one.after !== id) return [one];
    if (one.deed.do === 'undo') return [];
    return [{ ...one, after: undefined, deed: startingFrom(version, one.deed) }];
  });
}

/** The version of its row that it starts from; undefined where it names none. */
function startOf(deed: SetlistEdit): number | undefined {
  if (deed.do === 'update') return deed.body.version;
  return deed.do === 'remove' ? deed.version : undefined;
}

/** The same to the row as it was in that version, and to no other. */
function startingFrom(version: number | undefined, deed: SetlistEdit): SetlistEdit {
  if (deed.do === 'update') return { ...deed, body: { ...deed.body, version } };
  return deed.do === 'remove' ? { ...deed, version } : deed;
}

/** Without it, and without what is done to a row that now never comes. */
function without(changes: readonly UnsentChange[], { id, rowId, deed, after }: UnsentChange) {
  return changes
    .filter((one) => one.id !== id && !(deed.do === 'add' && one.rowId === rowId))
    .map((one) => (one.after === id ? { ...one, after } : one));
}

function withChange(
  changes: readonly UnsentChange[],
  id: string,
  change: Partial<UnsentChange>,
): UnsentChange[] {
  return changes.map((one) => (one.id === id ? { ...one, ...change } : one));
}

/** Between two attempts while there is no line. */
const RETRY_MS = 3_000;
/** After this long without an answer a change is shown as not sent. */
const SLOW_MS = 1_500;

function readChanges(key: string): UnsentChange[] {
  try {
    const changes: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(changes) ? changes : [];
  } catch {
    return [];
  }
}

function keepChanges(key: string, changes: readonly UnsentChange[]): void {
  try {
    if (changes.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(changes));
  } catch {
    // Storage is forbidden or full: the page itself still holds them.
  }
}
