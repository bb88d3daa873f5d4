import { useSyncExternalStore } from 'react';
import { addSetlistSong, getSetlist, type SetlistEntry } from '#contract/setlists.ts';
import { callChange } from '#web/http/call.ts';
import { sentenceOf } from '#web/http/http-error.ts';
import { queryClient } from '#web/http/query-client.ts';
import { queryFor } from '#web/http/query-for.ts';
import { makeChange, readAnew } from '#web/http/use-change.ts';
import { sessionQuery } from '#web/session/session-query.ts';
import { useUser } from '#web/session/use-user.ts';
import { toast } from '#web/ui/toast.ts';
import { undoOf } from './undo.ts';
import { createUnsentSongs, type UnsentSong } from './unsent-songs.ts';

type UnsentSongs = ReturnType<typeof createUnsentSongs>;

/** The songs that this administrator has entered and the server does not have yet. */
export function useUnsentSongs() {
  const unsent = unsentSongsOf(useUser().id);
  return { ...unsent, ...useSyncExternalStore(unsent.subscribe, unsent.get) };
}

/** They go on their way as soon as this is called, and outlive the page that shows them. */
export function unsentSongsOf(userId: string): UnsentSongs {
  return opened.get(userId) ?? open(userId);
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

function open(userId: string): UnsentSongs {
  const unsent = createUnsentSongs({
    // Everything under `called-it:` belongs to who is signed in and goes with a logout.
    key: `called-it:unsent-songs:${userId}`,
    async send(song) {
      const user = queryClient.getQueryData(sessionQuery.queryKey);
      if (user?.id !== userId) throw new Error('Somebody else is signed in, or nobody');
      await send(song);
    },
    onRefused(error) {
      const description = sentenceOf(error, 'Failed to add song to setlist');
      toast({ title: 'Error', description, variant: 'destructive' });
      // A refusal often comes of a screen that was out of date.
      void readAnew();
      return description;
    },
  });
  opened.set(userId, unsent);
  window.addEventListener('online', unsent.sendAll);
  void unsent.sendAll();
  return unsent;
}

async function send(song: UnsentSong): Promise<void> {
  const { showId } = song;
  const { answer, changeId } = await callChange(addSetlistSong, {
    params: { id: showId },
    body: bodyOf(song),
    // In a full hall an answer may never come; as the row has its id, it can be sent again.
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  remember(answer);
  toast({
    title: 'Success',
    description: 'Song added to setlist',
    action: { label: 'Undo', onSelect: () => void makeChange(changeId, undoOf(showId)) },
  });
  void readAnew();
}

const PATIENCE_MS = 10_000;

/** The row that it goes before may have moved since it was entered. */
function bodyOf({ showId, body, beforeId }: UnsentSong): UnsentSong['body'] {
  const position = rowsOf(showId)?.find(({ id }) => id === beforeId)?.position;
  return position === undefined ? body : { ...body, position };
}

/** Puts the new row where the next position is counted from, before everything is read anew. */
function remember(entry: SetlistEntry): void {
  // A row put in between has moved others, which only the whole list tells.
  if (rowsOf(entry.showId)?.some(({ position }) => position >= entry.position)) return;
  const { queryKey } = queryFor(getSetlist, { params: { id: entry.showId } });
  queryClient.setQueryData(queryKey, (rows) => rows && [...rows, entry]);
}

function rowsOf(showId: string): SetlistEntry[] | undefined {
  return queryClient.getQueryData(queryFor(getSetlist, { params: { id: showId } }).queryKey);
}
