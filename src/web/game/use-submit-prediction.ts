import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { paths } from '#contract/pages.ts';
import { createPrediction, type Prediction, updatePrediction } from '#contract/predictions.ts';
import { call } from '#web/http/call.ts';
import { HttpError } from '#web/http/http-error.ts';
import { isOnline } from '#web/http/is-online.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { withoutItem } from '#web/queue/queue.ts';
import { useQueue } from '#web/queue/use-queue.ts';
import { type DraftOwner, readDraft } from './draft-storage.ts';
import { openPredictionQueue } from './prediction-queue.ts';
import { afterSubmission, CREATION, submissionTimeout, UPDATE } from './submit-prediction.ts';

/** Sends a prediction and opens My Predictions. Offline, the draft is sent later. */
export function useSubmitPrediction(owner: DraftOwner, editing: Prediction | null) {
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const queue = useQueue(openPredictionQueue);
  const unqueue = () => queue.change((shows) => withoutItem(shows, owner.showId));
  const outcome = {
    onSuccess(prediction: Prediction | null) {
      if (!prediction) return;
      afterSubmission(client, owner, prediction, () => navigate(paths.myPredictions()));
      unqueue();
    },
    // Keep the draft; a rejected submission isn't retried automatically.
    onError: unqueue,
  };
  const create = useMutation(
    mutationFor(createPrediction, {
      send: (endpoint, input) => queueIfOffline(call(endpoint, input)),
      successToast: (prediction) => (prediction ? CREATION.done : WAITING),
      errorToast: CREATION.failed,
      ...outcome,
    }),
  );
  const update = useMutation(
    mutationFor(updatePrediction, {
      send: (endpoint, input) => queueIfOffline(call(endpoint, input)),
      successToast: (prediction) => (prediction ? UPDATE.done : WAITING),
      errorToast: UPDATE.failed,
      ...outcome,
    }),
  );

  function submit(songIds: string[]) {
    const signal = submissionTimeout();
    if (editing) void update.mutate({ params: { id: editing.id }, body: { songIds }, signal });
    else void create.mutate({ body: { showId: owner.showId, songIds }, signal });
  }

  /** Null when offline: the draft waits for a connection. */
  async function queueIfOffline(sent: Promise<Prediction>): Promise<Prediction | null> {
    try {
      return await sent;
    } catch (error) {
      const isCut = !(error instanceof HttpError) && !(await isOnline());
      const enqueue = () =>
        queue.change((shows) => [...withoutItem(shows, owner.showId), { id: owner.showId }]);
      if (isCut && readDraft(owner) && enqueue()) return null;
      throw error;
    }
  }

  return {
    submit,
    isPending: create.isPending || update.isPending,
    isUnsent: queue.items.some(({ id }) => id === owner.showId),
  };
}

export const WAITING = {
  title: 'You are offline, your draft is kept',
  description: 'It is sent as soon as the line is back.',
};
