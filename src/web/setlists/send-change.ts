import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import {
  addSetlistSong,
  getSetlist,
  removeSetlistSong,
  type SetlistEntry,
  undoSetlistChange,
  updateSetlistSong,
} from '#contract/setlists.ts';
import { callChange } from '#web/http/call.ts';
import { isAnswer, sentenceOf } from '#web/http/http-error.ts';
import { mutationFor, runMutation } from '#web/http/mutation-for.ts';
import { queryFor } from '#web/http/query-for.ts';
import { sessionQuery } from '#web/session/session-query.ts';
import { accountKey, useUser } from '#web/session/use-user.ts';
import {
  type Answered,
  createUnsentChanges,
  type SetlistEdit,
  type UnsentChange,
} from './unsent-changes.ts';
import { withArrived } from './with-unsent.ts';

type UnsentChanges = ReturnType<typeof createUnsentChanges>;

/** What this administrator has done to setlists and the server does not have yet. */
export function useUnsentChanges() {
  const unsent = unsentChangesOf(useQueryClient(), useUser().id);
  return { ...unsent, ...useSyncExternalStore(unsent.subscribe, unsent.get) };
}

/** They go on their way as soon as this is called, and outlive the page that shows them. */
export function unsentChangesOf(client: QueryClient, userId: string): UnsentChanges {
  return opened.get(userId) ?? open(client, userId);
}

/** A UUID; `crypto.randomUUID` is not there where a hall's own network serves without https. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const opened = new Map<string, UnsentChanges>();

function open(client: QueryClient, userId: string): UnsentChanges {
  const unsent = createUnsentChanges({
    key: accountKey('unsent-changes', userId),
    send(change) {
      const user = client.getQueryData(sessionQuery.queryKey);
      if (user?.id !== userId) throw new Error('Somebody else is signed in, or nobody');
      return sendChange(client, change);
    },
    onRefused: (error, { deed }) => sentenceOf(error, WORDS[deed.do].failed),
  });
  opened.set(userId, unsent);
  window.addEventListener('online', unsent.sendAll);
  void unsent.sendAll();
  return unsent;
}

/** What is said when one has arrived, and where one could not be made. */
export const WORDS: Record<SetlistEdit['do'], { done: string; failed: string }> = {
  add: { done: 'Song added to setlist', failed: 'Failed to add song to setlist' },
  update: { done: 'Setlist song updated', failed: 'Failed to update setlist song' },
  remove: { done: 'Song removed from setlist', failed: 'Failed to delete song' },
  undo: { done: 'Last change undone', failed: 'Failed to undo the last change' },
};

/** Sends one now. Rejects with what is said of a refusal, or where no answer came. */
export async function sendChange(client: QueryClient, change: UnsentChange): Promise<Answered> {
  const { showId: id, rowId, deed } = change;
  // In a full hall an answer may never come; as the change has its id, it can be sent again.
  const how = { requestId: change.id, signal: AbortSignal.timeout(PATIENCE_MS) };
  const params = { id };
  const rowParams = { id, setlistSongId: rowId };
  const done = ({ changeId }: { changeId: number }) => told(client, change, changeId);
  // Without an answer it is shown as not sent.
  const failed = (error: unknown) => (isAnswer(error) ? WORDS[deed.do].failed : undefined);
  const words = { done, failed };
  switch (deed.do) {
    case 'add': {
      const add = mutationFor(addSetlistSong, {
        send: (endpoint, input) => callChange(endpoint, input),
        ...words,
        onSuccess: ({ answer }) => remember(client, change, answer),
      });
      const body = placed(client, id, deed.body, deed.beforeId);
      const { answer, changeId } = await runMutation(client, add, { ...how, params, body });
      return { changeId, rows: [answer] };
    }
    case 'update': {
      const update = mutationFor(updateSetlistSong, {
        send: (endpoint, input) => callChange(endpoint, input),
        ...words,
        onSuccess: ({ answer }) => remember(client, change, answer),
      });
      const body = placed(client, id, deed.body, deed.toPlaceOf);
      const sent = { ...how, params: rowParams, body };
      const { answer, changeId } = await runMutation(client, update, sent);
      return { changeId, rows: [answer] };
    }
    case 'remove': {
      const remove = mutationFor(removeSetlistSong, {
        send: (endpoint, input) => callChange(endpoint, input),
        ...words,
        onSuccess: () => remember(client, change),
      });
      const query = { version: deed.version?.toString() };
      const sent = { ...how, params: rowParams, query };
      const { changeId } = await runMutation(client, remove, sent);
      return { changeId, rows: [] };
    }
    case 'undo': {
      const undo = mutationFor(undoSetlistChange, {
        send: (endpoint, input) => callChange(endpoint, input),
        ...words,
      });
      const body = { changeId: deed.changeId };
      const { answer, changeId } = await runMutation(client, undo, { ...how, params, body });
      return { changeId, rows: answer };
    }
  }
}

const PATIENCE_MS = 10_000;

/** What a toast says of one that has arrived, with the way to take it back. */
function told(client: QueryClient, { showId, rowId, title, deed }: UnsentChange, changeId: number) {
  const words = { title: 'Success', description: WORDS[deed.do].done };
  if (deed.do === 'undo') return words;
  const onSelect = () => takeBack(client, { showId, rowId, title, changeId });
  return { ...words, action: { label: 'Undo', onSelect } };
}

/** Takes a change back that the server has. */
function takeBack(
  client: QueryClient,
  of: { showId: string; rowId: string; title: string; changeId: number },
): void {
  const user = client.getQueryData(sessionQuery.queryKey);
  if (!user) return;
  const { changeId, title, ...row } = of;
  const deed: SetlistEdit = { do: 'undo', changeId };
  unsentChangesOf(client, user.id).add({ ...row, id: newId(), title: `Undo: ${title}`, deed });
}

/** The place of the row that it goes to, which may have moved since. */
function placed<Body extends { position?: number | undefined }>(
  client: QueryClient,
  showId: string,
  body: Body,
  rowId: string | undefined,
): Body {
  const position = rowsOf(client, showId)?.find(({ id }) => id === rowId)?.position;
  return position === undefined ? body : { ...body, position };
}

/**
 * Makes a change that has arrived in the setlist as this page knows it, before everything is read anew:
 * nothing jumps back meanwhile, and what is done next starts from it.
 */
function remember(client: QueryClient, change: UnsentChange, entry?: SetlistEntry): void {
  const { queryKey } = queryFor(getSetlist, { params: { id: change.showId } });
  client.setQueryData(queryKey, (rows) => rows && withArrived(rows, change, entry));
}

function rowsOf(client: QueryClient, showId: string): SetlistEntry[] | undefined {
  return client.getQueryData(queryFor(getSetlist, { params: { id: showId } }).queryKey);
}
