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
import { isFinalResponse, sentenceOf } from '#web/http/http-error.ts';
import { mutationFor, runMutation } from '#web/http/mutation-for.ts';
import { queryFor } from '#web/http/query-for.ts';
import { sessionQuery } from '#web/session/session-query.ts';
import { accountKey, useUser } from '#web/session/use-user.ts';
import {
  type ChangeResult,
  createUnsentChanges,
  type SetlistEdit,
  type UnsentChange,
} from './unsent-changes.ts';
import { withArrived } from './with-unsent.ts';

type UnsentChanges = ReturnType<typeof createUnsentChanges>;

export function useUnsentChanges() {
  const unsent = unsentChangesOf(useQueryClient(), useUser().id);
  return { ...unsent, ...useSyncExternalStore(unsent.subscribe, unsent.get) };
}

/** Starts sending on the first call. The queue outlives the page that shows it. */
export function unsentChangesOf(client: QueryClient, userId: string): UnsentChanges {
  return queues.get(userId) ?? openQueue(client, userId);
}

/** `crypto.randomUUID` needs a secure context, which a venue's local network may not offer. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const queues = new Map<string, UnsentChanges>();

function openQueue(client: QueryClient, userId: string): UnsentChanges {
  const unsent = createUnsentChanges({
    key: accountKey('unsent-changes', userId),
    send(change) {
      const user = client.getQueryData(sessionQuery.queryKey);
      if (user?.id !== userId) throw new Error('The owner of the queue is not signed in');
      return sendChange(client, change);
    },
    onRefused: (error, { deed }) => sentenceOf(error, CHANGE_MESSAGES[deed.do].failed),
  });
  queues.set(userId, unsent);
  window.addEventListener('online', unsent.sendAll);
  void unsent.sendAll();
  return unsent;
}

export const CHANGE_MESSAGES: Record<SetlistEdit['do'], { done: string; failed: string }> = {
  add: { done: 'Song added to setlist', failed: 'Failed to add song to setlist' },
  update: { done: 'Setlist song updated', failed: 'Failed to update setlist song' },
  remove: { done: 'Song removed from setlist', failed: 'Failed to delete song' },
  undo: { done: 'Last change undone', failed: 'Failed to undo the last change' },
};

/** Rejects with the server's refusal, or with a network error if no answer arrived. */
export async function sendChange(client: QueryClient, change: UnsentChange): Promise<ChangeResult> {
  const { showId: id, rowId, deed } = change;
  // On a congested network an answer may never arrive. The request id makes a repeat safe.
  const requestOptions = { requestId: change.id, signal: AbortSignal.timeout(TIMEOUT_MS) };
  const params = { id };
  const rowParams = { id, setlistSongId: rowId };
  const done = ({ changeId }: { changeId: number }) => successToast(client, change, changeId);
  // A change without an answer is listed as not sent instead.
  const failed = (error: unknown) =>
    isFinalResponse(error) ? CHANGE_MESSAGES[deed.do].failed : undefined;
  const toasts = { successToast: done, errorToast: failed };
  switch (deed.do) {
    case 'add': {
      const add = mutationFor(addSetlistSong, {
        send: (endpoint, input) => callChange(endpoint, input),
        ...toasts,
        onSuccess: ({ answer }) => cacheChange(client, change, answer),
      });
      const body = withCurrentPosition(client, id, deed.body, deed.beforeId);
      const { answer, changeId } = await runMutation(client, add, {
        ...requestOptions,
        params,
        body,
      });
      return { changeId, rows: [answer] };
    }
    case 'update': {
      const update = mutationFor(updateSetlistSong, {
        send: (endpoint, input) => callChange(endpoint, input),
        ...toasts,
        onSuccess: ({ answer }) => cacheChange(client, change, answer),
      });
      const body = withCurrentPosition(client, id, deed.body, deed.toPlaceOf);
      const sent = { ...requestOptions, params: rowParams, body };
      const { answer, changeId } = await runMutation(client, update, sent);
      return { changeId, rows: [answer] };
    }
    case 'remove': {
      const remove = mutationFor(removeSetlistSong, {
        send: (endpoint, input) => callChange(endpoint, input),
        ...toasts,
        onSuccess: () => cacheChange(client, change),
      });
      const query = { version: deed.version?.toString() };
      const sent = { ...requestOptions, params: rowParams, query };
      const { changeId } = await runMutation(client, remove, sent);
      return { changeId, rows: [] };
    }
    case 'undo': {
      const undo = mutationFor(undoSetlistChange, {
        send: (endpoint, input) => callChange(endpoint, input),
        ...toasts,
      });
      const body = { changeId: deed.changeId };
      const { answer, changeId } = await runMutation(client, undo, {
        ...requestOptions,
        params,
        body,
      });
      return { changeId, rows: answer };
    }
  }
}

const TIMEOUT_MS = 10_000;

function successToast(
  client: QueryClient,
  { showId, rowId, title, deed }: UnsentChange,
  changeId: number,
) {
  const words = { title: 'Success', description: CHANGE_MESSAGES[deed.do].done };
  if (deed.do === 'undo') return words;
  const onSelect = () => undoChange(client, { showId, rowId, title, changeId });
  return { ...words, action: { label: 'Undo', onSelect } };
}

function undoChange(
  client: QueryClient,
  change: { showId: string; rowId: string; title: string; changeId: number },
): void {
  const user = client.getQueryData(sessionQuery.queryKey);
  if (!user) return;
  const { changeId, title, ...row } = change;
  const deed: SetlistEdit = { do: 'undo', changeId };
  unsentChangesOf(client, user.id).add({ ...row, id: newId(), title: `Undo: ${title}`, deed });
}

/** The target row may have moved since the edit. */
function withCurrentPosition<Body extends { position?: number | undefined }>(
  client: QueryClient,
  showId: string,
  body: Body,
  rowId: string | undefined,
): Body {
  const position = rowsOf(client, showId)?.find(({ id }) => id === rowId)?.position;
  return position === undefined ? body : { ...body, position };
}

/** Applies a confirmed change before the refetch, so that rows don't jump back. */
function cacheChange(client: QueryClient, change: UnsentChange, entry?: SetlistEntry): void {
  const { queryKey } = queryFor(getSetlist, { params: { id: change.showId } });
  client.setQueryData(queryKey, (rows) => rows && withArrived(rows, change, entry));
}

function rowsOf(client: QueryClient, showId: string): SetlistEntry[] | undefined {
  return client.getQueryData(queryFor(getSetlist, { params: { id: showId } }).queryKey);
}
