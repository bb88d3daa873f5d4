import type { BodyInputOf } from '#contract/endpoint.ts';
import type { addSetlistSong } from '#contract/setlists.ts';
import { type HttpError, isAnswer } from '#web/http/http-error.ts';

/** A song on its way to the setlist. Its id is the row's: however often it is sent, it is added once. */
export interface UnsentSong {
  showId: string;
  title: string;
  body: BodyInputOf<typeof addSetlistSong> & { id: string };
  /** The row that it goes before; left out for the end. */
  beforeId?: string | undefined;
  /** What the server has against it. It stays until somebody decides. */
  refusal?: string | undefined;
}

export interface Unsent {
  songs: readonly UnsentSong[];
  /** No answer came to the last attempt, or has not come for a while. */
  isWaiting: boolean;
}

interface Options {
  /** Under this name in the device's storage. */
  key: string;
  /** Rejects with an `HttpError` where the server refused, with anything else where none answered. */
  send: (song: UnsentSong) => Promise<void>;
  /** Told of a refusal; returns its sentence. */
  onRefused: (error: HttpError, song: UnsentSong) => string;
}

/**
 * Songs that were entered, in order, until the server has them: one after the other, again and again
 * while there is no line, and through a reload. One that is refused lets the next ones pass.
 */
export function createUnsentSongs({ key, send, onRefused }: Options) {
  let state: Unsent = { songs: readSongs(key), isWaiting: false };
  let isSending = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  function set(next: Partial<Unsent>) {
    state = { ...state, ...next };
    if (next.songs) keepSongs(key, next.songs);
    for (const listener of listeners) listener();
  }

  function remove(id: string) {
    set({ songs: state.songs.filter(({ body }) => body.id !== id) });
  }

  function replace(id: string, change: (song: UnsentSong) => UnsentSong) {
    set({ songs: state.songs.map((song) => (song.body.id === id ? change(song) : song)) });
  }

  async function sendAll(): Promise<void> {
    clearTimeout(timer);
    if (isSending) return;
    isSending = true;
    for (;;) {
      const next = state.songs.find(({ refusal }) => refusal === undefined);
      const isAnswered = !next || (await attempt(next));
      if (state.isWaiting === isAnswered) set({ isWaiting: !isAnswered });
      if (!isAnswered) timer = setTimeout(sendAll, RETRY_MS);
      if (!isAnswered || !next) break;
    }
    isSending = false;
  }

  /** Whether an answer came. */
  async function attempt(song: UnsentSong): Promise<boolean> {
    const { id } = song.body;
    const slow = setTimeout(() => set({ isWaiting: true }), SLOW_MS);
    try {
      await send(song);
      remove(id);
      return true;
    } catch (error) {
      if (!isAnswer(error)) return false;
      const refusal = onRefused(error, song);
      replace(id, (refused) => ({ ...refused, refusal }));
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
    add(song: UnsentSong) {
      set({ songs: [...state.songs, song] });
      void sendAll();
    },
    /** One that was refused, once more: `body` is what has changed since. */
    retry(id: string, body: Partial<UnsentSong['body']>) {
      replace(id, ({ refusal: _, ...song }) => ({ ...song, body: { ...song.body, ...body } }));
      void sendAll();
    },
    remove,
    sendAll,
  };
}

/**
 * How often whoever enters a song sees it in the setlist; undefined where they see no setlist. What
 * of theirs is still on its way counts: it will be there before.
 */
export function timesSeen(
  songId: string,
  rows: readonly { songId: string }[] | undefined,
  waiting: readonly UnsentSong[],
): number | undefined {
  if (!rows) return undefined;
  const own = waiting.filter(({ body }) => body.songId === songId).length;
  return rows.filter((row) => row.songId === songId).length + own;
}

/** Between two attempts while there is no line. */
const RETRY_MS = 3_000;
/** After this long without an answer a song is shown as not sent. */
const SLOW_MS = 1_500;

function readSongs(key: string): UnsentSong[] {
  try {
    const songs: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(songs) ? songs : [];
  } catch {
    return [];
  }
}

function keepSongs(key: string, songs: readonly UnsentSong[]): void {
  try {
    if (songs.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(songs));
  } catch {
    // Storage is forbidden or full: the page itself still holds them.
  }
}
