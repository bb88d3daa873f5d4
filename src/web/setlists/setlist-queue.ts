import type { QueryClient } from '@tanstack/react-query';
import type { Endpoint, ResponseOf } from '#contract/endpoint.ts';
import { undoSetlistChange } from '#contract/setlist-undo.ts';
import {
  addSetlistSong,
  getSetlist,
  removeSetlistSong,
  type SetlistEntry,
  updateSetlistSong,
} from '#contract/setlists.ts';
import { setShowStatus } from '#contract/shows.ts';
import { type CallArgs, type CallInput, callChange } from '#web/http/call.ts';
import { errorMessage, isFinalResponse } from '#web/http/http-error.ts';
import { mutationFor, runMutation } from '#web/http/mutation-for.ts';
import { queryFor } from '#web/http/query-for.ts';
import { queuePerUser, useQueue } from '#web/queue/use-queue.ts';
import { sessionQuery } from '#web/session/session-query.ts';
import { applyConfirmedChange } from './apply-changes.ts';
import {
  addChange,
  type ChangeResult,
  discardChange,
  rejectChange,
  retryChange,
  type SetlistEdit,
  STORED_CHANGES,
  settleChange,
  type UnsentChange,
} from './unsent-changes.ts';

export function useSetlistQueue() {
  const { change, ...queue } = useQueue(openSetlistQueue);
  return {
    ...queue,
    add: (item: UnsentChange) => change((items) => addChange(items, item)),
    retry: (item: UnsentChange, seen: Parameters<typeof retryChange>[2]) =>
      change((items) => retryChange(items, item, seen)),
    discard: (id: string) => change((items) => discardChange(items, id, createId())),
  };
}

export const openSetlistQueue = queuePerUser<UnsentChange, ChangeResult>(
  'unsent-changes',
  (client) => ({
    ...STORED_CHANGES,
    send: (change) => sendChange(client, change),
    settle: settleChange,
    reject: (changes, change, error) =>
      rejectChange(changes, change, errorMessage(error, CHANGE_MESSAGES[change.edit.do].error)),
  }),
);

/** `crypto.randomUUID` requires a secure context, which a venue's local network may not provide. */
export function createId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const CHANGE_MESSAGES: Record<SetlistEdit['do'], { success: string; error: string }> = {
  add: { success: 'Song added to setlist', error: 'Failed to add song to setlist' },
  update: { success: 'Setlist song updated', error: 'Failed to update setlist song' },
  remove: { success: 'Song removed from setlist', error: 'Failed to delete song' },
  undo: { success: 'Last change undone', error: 'Failed to undo the last change' },
};

/** Rejects with the server's error, or without a response, with a network error. */
export async function sendChange(client: QueryClient, change: UnsentChange): Promise<ChangeResult> {
  const { showId: id, rowId, edit } = change;
  const params = { id };
  const rowParams = { id, setlistSongId: rowId };
  const cacheEntry = (entry?: SetlistEntry) => cacheChange(client, change, entry);
  switch (edit.do) {
    case 'add': {
      if (edit.goLiveFrom !== undefined) await goLive(edit.goLiveFrom);
      const body = updatePosition(client, id, edit.body, edit.beforeId);
      const { result, changeId } = await write(addSetlistSong, { params, body }, cacheEntry);
      return { changeId, rows: [result] };
    }
    case 'update': {
      const body = updatePosition(client, id, edit.body, edit.toPlaceOf);
      const input = { params: rowParams, body };
      const { result, changeId } = await write(updateSetlistSong, input, cacheEntry);
      return { changeId, rows: [result] };
    }
    case 'remove': {
      const query = { version: edit.version?.toString() };
      const input = { params: rowParams, query };
      const { changeId } = await write(removeSetlistSong, input, () => cacheEntry());
      return { changeId, rows: [] };
    }
    case 'undo': {
      const body = { changeId: edit.changeId };
      const { result, changeId } = await write(undoSetlistChange, { params, body });
      return { changeId, rows: result };
    }
  }

  /** Safe to repeat: a live show stays live. */
  function goLive(from: string) {
    const mutation = mutationFor(setShowStatus, {
      errorToast: (error) => (isFinalResponse(error) ? STATUS_ERROR : undefined),
    });
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    return runMutation(client, mutation, { params, body: { status: 'live', from }, signal });
  }

  function write<E extends Endpoint>(
    endpoint: E,
    input: CallInput<E>,
    cache?: (result: ResponseOf<E>) => void,
  ) {
    const mutation = mutationFor(endpoint, {
      send: (_, writeInput: CallInput<E>) => callChange(endpoint, ...([writeInput] as CallArgs<E>)),
      successToast: ({ changeId }) => buildSuccessToast(client, change, changeId),
      // A change without a response is listed as not sent instead.
      errorToast: (error) => (isFinalResponse(error) ? CHANGE_MESSAGES[edit.do].error : undefined),
      onSuccess: ({ result }) => cache?.(result),
    });
    // A congested network may never deliver the response. The request ID makes a retry safe.
    const options = { requestId: change.id, signal: AbortSignal.timeout(TIMEOUT_MS) };
    return runMutation(client, mutation, { ...input, ...options });
  }
}

const TIMEOUT_MS = 10_000;
const STATUS_ERROR = 'Failed to update show status';

function buildSuccessToast(
  client: QueryClient,
  { showId, rowId, title, edit }: UnsentChange,
  changeId: number,
) {
  const message = { title: 'Success', description: CHANGE_MESSAGES[edit.do].success };
  if (edit.do === 'undo') return message;
  const onSelect = () => undoChange(client, { showId, rowId, title, changeId });
  return { ...message, action: { label: 'Undo', onSelect } };
}

function undoChange(
  client: QueryClient,
  change: { showId: string; rowId: string; title: string; changeId: number },
): void {
  const user = client.getQueryData(sessionQuery.queryKey);
  if (!user) return;
  const { changeId, title, ...row } = change;
  const edit: SetlistEdit = { do: 'undo', changeId };
  const undo: UnsentChange = { ...row, id: createId(), title: `Undo: ${title}`, edit };
  openSetlistQueue(client, user.id).change((items) => addChange(items, undo));
}

/** The target row may have moved since the edit. */
function updatePosition<Body extends { position?: number | undefined }>(
  client: QueryClient,
  showId: string,
  body: Body,
  rowId: string | undefined,
): Body {
  const position = getCachedRows(client, showId)?.find(({ id }) => id === rowId)?.position;
  return position === undefined ? body : { ...body, position };
}

/** Applies a confirmed change before the refetch, so rows don't jump back. */
function cacheChange(client: QueryClient, change: UnsentChange, entry?: SetlistEntry): void {
  const { queryKey } = queryFor(getSetlist, { params: { id: change.showId } });
  client.setQueryData(queryKey, (rows) => rows && applyConfirmedChange(rows, change, entry));
}

function getCachedRows(client: QueryClient, showId: string): SetlistEntry[] | undefined {
  return client.getQueryData(queryFor(getSetlist, { params: { id: showId } }).queryKey);
}
