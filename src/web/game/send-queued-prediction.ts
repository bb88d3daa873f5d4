import type { QueryClient } from '@tanstack/react-query';
import { navigate } from 'wouter/use-browser-location';
import { paths } from '#contract/pages.ts';
import {
  createPrediction,
  getPrediction,
  listMyPredictions,
  type Prediction,
  updatePrediction,
} from '#contract/predictions.ts';
import { call } from '#web/http/call.ts';
import { isFinalResponse } from '#web/http/http-error.ts';
import { isOnline } from '#web/http/is-online.ts';
import { mutationFor, runMutation } from '#web/http/mutation-for.ts';
import { buildQueryKey } from '#web/http/query-key.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { isSameList, isUntouched } from './draft.ts';
import { type DraftOwner, readDraft } from './draft-storage.ts';
import { parseSheetLink } from './next-sheet/sheet-link.ts';
import {
  buildPicksBody,
  CREATION_TOASTS,
  createSubmissionTimeout,
  finishSubmission,
  UPDATE_TOASTS,
} from './submit-prediction.ts';

export async function sendQueuedPrediction(client: QueryClient, owner: DraftOwner): Promise<void> {
  const predictions = await fetchPredictions();
  const draft = readDraft(owner);
  if (!draft || draft.songIds.length === 0) return;
  const { songIds, base, surprise } = draft;
  const list = buildPicksBody(songIds, isUntouched(songIds, surprise));
  const prediction = predictions.find(({ showId }) => showId === owner.showId);
  const savedSongIds = prediction?.songs.map(({ id }) => id) ?? [];
  // The request may have succeeded even though the response was lost.
  const isAlreadySaved = prediction !== undefined && isSameList(savedSongIds, songIds);
  if (!isAlreadySaved && !isSameList(savedSongIds, base)) return offerChoice();

  const toasts = base.length > 0 ? UPDATE_TOASTS : CREATION_TOASTS;
  const options = {
    successToast: toasts.success,
    errorToast: (error: unknown) => (isFinalResponse(error) ? toasts.error : undefined),
    onSuccess: (prediction: Prediction) => finishSubmission(client, owner, prediction, openList),
  };
  const signal = createSubmissionTimeout();
  if (prediction) {
    const update = mutationFor(updatePrediction, {
      ...options,
      send: (endpoint, input) =>
        isAlreadySaved ? Promise.resolve(prediction) : call(endpoint, input),
    });
    await runMutation(client, update, { params: { id: prediction.id }, body: list, signal });
  } else {
    const body = { showId: owner.showId, ...list };
    await runMutation(client, mutationFor(createPrediction, options), { body, signal });
  }

  function openList() {
    if (isGamePageOpen(owner.showId)) navigate(paths.myPredictions());
  }

  function offerChoice() {
    client.setQueryData(buildQueryKey(listMyPredictions), predictions);
    if (prediction)
      client.setQueryData(buildQueryKey(getPrediction, { id: prediction.id }), prediction);
    const page = paths.game({ show: owner.showId, edit: prediction?.id });
    toast({
      title: 'Not sent: your prediction was changed elsewhere',
      description: 'Your draft is saved. Choose which one to keep.',
      action: { label: 'Choose', onSelect: () => navigate(page) },
    });
  }
}

/** Throws a plain `Error`, because an `HttpError` would mean that the submission was rejected. */
async function fetchPredictions(): Promise<Prediction[]> {
  // Offline, the service worker would return a cached list.
  if (!(await isOnline())) throw new Error('Offline');
  try {
    return await call(listMyPredictions, { signal: createSubmissionTimeout() });
  } catch (cause) {
    throw new Error('Failed to load the saved predictions', { cause });
  }
}

function isGamePageOpen(showId: string): boolean {
  const { pathname, search, hash } = window.location;
  if (pathname === paths.predict()) return parseSheetLink(hash)?.showId === showId;
  return pathname === paths.game() && new URLSearchParams(search).get('show') === showId;
}
