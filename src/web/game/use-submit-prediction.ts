import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { paths } from '#contract/pages.ts';
import { createPrediction, type Prediction, updatePrediction } from '#contract/predictions.ts';
import { call } from '#web/http/call.ts';
import { HttpError } from '#web/http/http-error.ts';
import { isOnline } from '#web/http/is-online.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { removeQueuedItem } from '#web/queue/queue.ts';
import { useQueue } from '#web/queue/use-queue.ts';
import type { SubmittedState } from './after-submit/after-submit.tsx';
import { type DraftOwner, readDraft } from './draft-storage.ts';
import { openPredictionQueue } from './prediction-queue.ts';
import {
  buildPicksBody,
  CREATION_TOASTS,
  createSubmissionTimeout,
  finishSubmission,
  UPDATE_TOASTS,
} from './submit-prediction.ts';

/** Sends a prediction and opens My Predictions. Offline, the draft is sent later. */
export function useSubmitPrediction(owner: DraftOwner, editing: Prediction | null) {
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const queue = useQueue(openPredictionQueue);
  const unqueue = () => queue.change((shows) => removeQueuedItem(shows, owner.showId));
  const finish = (prediction: Prediction | null, state: SubmittedState | null) => {
    if (!prediction) return;
    finishSubmission(client, owner, prediction, () => navigate(paths.myPredictions(), { state }));
    unqueue();
  };
  // Keeps the draft. A rejected submission isn't retried automatically.
  const onError = unqueue;
  const create = useMutation(
    mutationFor(createPrediction, {
      send: (endpoint, input) => queueIfOffline(call(endpoint, input)),
      successToast: (prediction) => (prediction ? CREATION_TOASTS.success : OFFLINE_NOTE),
      errorToast: CREATION_TOASTS.error,
      onSuccess: (prediction) => finish(prediction, prediction && { submittedId: prediction.id }),
      onError,
    }),
  );
  const update = useMutation(
    mutationFor(updatePrediction, {
      send: (endpoint, input) => queueIfOffline(call(endpoint, input)),
      successToast: (prediction) => (prediction ? UPDATE_TOASTS.success : OFFLINE_NOTE),
      errorToast: UPDATE_TOASTS.error,
      onSuccess: (prediction) => finish(prediction, null),
      onError,
    }),
  );

  function submit(songIds: string[], isSurprise: boolean) {
    const signal = createSubmissionTimeout();
    const list = buildPicksBody(songIds, isSurprise);
    if (editing) void update.mutate({ params: { id: editing.id }, body: list, signal });
    else void create.mutate({ body: { showId: owner.showId, ...list }, signal });
  }

  /** Resolves to null while offline. The draft then waits for a connection. */
  async function queueIfOffline(request: Promise<Prediction>): Promise<Prediction | null> {
    try {
      return await request;
    } catch (error) {
      const isOffline = !(error instanceof HttpError) && !(await isOnline());
      const enqueue = () =>
        queue.change((shows) => [...removeQueuedItem(shows, owner.showId), { id: owner.showId }]);
      if (isOffline && readDraft(owner) && enqueue()) return null;
      throw error;
    }
  }

  return {
    submit,
    isPending: create.isPending || update.isPending,
    isUnsent: queue.items.some(({ id }) => id === owner.showId),
  };
}

export const OFFLINE_NOTE = {
  title: "You're offline. Your draft is saved.",
  description: "It will be sent when you're back online.",
};
