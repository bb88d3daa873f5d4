import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import {
  addSetlistSong,
  getSetlist,
  type SetlistEntry,
  undoSetlistChange,
} from '#contract/setlists.ts';
import { callChange } from '#web/http/call.ts';
import { isAnswer, sentenceOf } from '#web/http/http-error.ts';
import { mutationFor, runMutation } from '#web/http/mutation-for.ts';
import { queryFor } from '#web/http/query-for.ts';
import { sessionQuery } from '#web/session/session-query.ts';
import { keyOfOwn, useUser } from '#web/session/use-user.ts';
import { createUnsentSongs, type UnsentSong } from './unsent-songs.ts';

type UnsentSongs = ReturnType<typeof createUnsentSongs>;

/** The songs that this administrator has entered and the server does not have yet. */
export function useUnsentSongs() {
  const unsent = unsentSongsOf(useQueryClient(), useUser().id);
  return { ...unsent, ...useSyncExternalStore(unsent.subscribe, unsent.get) };
}

/** They go on their way as soon as this is called, and outlive the page that shows them. */
export function unsentSongsOf(client: QueryClient, userId: string): UnsentSongs {
  return opened.get(userId) ?? open(client, userId);
}

/** A UUID; `crypto.randomUUID` is not there where a hall's own network serves without https. */
export function newRowId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const opened = new Map<string, UnsentSongs>();

function open(client: QueryClient, userId: string): UnsentSongs {
  const unsent = createUnsentSongs({
    key: keyOfOwn('unsent-songs', userId),
    async send(song) {
      const user = client.getQueryData(sessionQuery.queryKey);
      if (user?.id !== userId) throw new Error('Somebody else is signed in, or nobody');
      await send(client, song);
    },
    onRefused: (error) => sentenceOf(error, FAILED),
  });
  opened.set(userId, unsent);
  window.addEventListener('online', unsent.sendAll);
  void unsent.sendAll();
  return unsent;
}

async function send(client: QueryClient, song: UnsentSong): Promise<void> {
  const { showId } = song;
  const addition = mutationFor(addSetlistSong, {
    send: (endpoint, input) => callChange(endpoint, input),
    done: ({ changeId }) => ({
      title: 'Success',
      description: 'Song added to setlist',
      action: { label: 'Undo', onSelect: () => takeBack(client, showId, changeId) },
    }),
    // Without an answer it is shown as not sent.
    failed: (error) => (isAnswer(error) ? FAILED : undefined),
    onSuccess: ({ answer }) => remember(client, answer),
  });
  await runMutation(client, addition, {
    params: { id: showId },
    body: bodyOf(client, song),
    // In a full hall an answer may never come; as the row has its id, it can be sent again.
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
}

const FAILED = 'Failed to add song to setlist';
const PATIENCE_MS = 10_000;

function takeBack(client: QueryClient, showId: string, changeId: number): void {
  const undo = mutationFor(undoSetlistChange, UNDO);
  // A toast tells of a failure.
  runMutation(client, undo, { params: { id: showId }, body: { changeId } }).catch(() => {});
}

/** The row that it goes before may have moved since it was entered. */
function bodyOf(client: QueryClient, { showId, body, beforeId }: UnsentSong): UnsentSong['body'] {
  const position = rowsOf(client, showId)?.find(({ id }) => id === beforeId)?.position;
  return position === undefined ? body : { ...body, position };
}

/** Puts the new row where the next position is counted from, before everything is read anew. */
function remember(client: QueryClient, entry: SetlistEntry): void {
  // A row put in between has moved others, which only the whole list tells.
  if (rowsOf(client, entry.showId)?.some(({ position }) => position >= entry.position)) return;
  const { queryKey } = queryFor(getSetlist, { params: { id: entry.showId } });
  client.setQueryData(queryKey, (rows) => rows && [...rows, entry]);
}

function rowsOf(client: QueryClient, showId: string): SetlistEntry[] | undefined {
  return client.getQueryData(queryFor(getSetlist, { params: { id: showId } }).queryKey);
}

/** What is said when a change of the setlist has been taken back, or could not be. */
export const UNDO = {
  done: 'Last change undone',
  failed: 'Failed to undo the last change',
};
