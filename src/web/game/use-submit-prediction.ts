import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { paths } from '#contract/pages.ts';
import { createPrediction, type Prediction, updatePrediction } from '#contract/predictions.ts';
import { call } from '#web/http/call.ts';
import { HttpError } from '#web/http/http-error.ts';
import { isOnline } from '#web/http/is-online.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { type DraftOwner, readDraft } from './draft-storage.ts';
import { afterSubmission, CREATION, patience, UPDATE } from './submit-prediction.ts';
import { forgetUnsent, markUnsent } from './unsent.ts';

/** Sends a prediction and opens My Predictions. Offline, the draft is sent later. */
export function useSubmitPrediction(owner: DraftOwner, editing: Prediction | null) {
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const outcome = {
    onSuccess(prediction: Prediction | null) {
      if (prediction)
        afterSubmission(client, owner, prediction, () => navigate(paths.myPredictions()));
    },
    // Keep the draft; a rejected submission isn't retried automatically.
    onError: () => forgetUnsent(owner),
  };
  const create = useMutation(
    mutationFor(createPrediction, {
      send: (endpoint, input) => keptWithoutLine(owner, call(endpoint, input)),
      successToast: (prediction) => (prediction ? CREATION.done : WAITING),
      errorToast: CREATION.failed,
      ...outcome,
    }),
  );
  const update = useMutation(
    mutationFor(updatePrediction, {
      send: (endpoint, input) => keptWithoutLine(owner, call(endpoint, input)),
      successToast: (prediction) => (prediction ? UPDATE.done : WAITING),
      errorToast: UPDATE.failed,
      ...outcome,
    }),
  );

  function submit(songIds: string[]) {
    const signal = patience();
    if (editing) void update.mutate({ params: { id: editing.id }, body: { songIds }, signal });
    else void create.mutate({ body: { showId: owner.showId, songIds }, signal });
  }

  return { submit, isPending: create.isPending || update.isPending };
}

/** Null when offline: the draft waits for a connection. */
async function keptWithoutLine(
  owner: DraftOwner,
  sent: Promise<Prediction>,
): Promise<Prediction | null> {
  try {
    return await sent;
  } catch (error) {
    const isCut = !(error instanceof HttpError) && !(await isOnline());
    if (isCut && readDraft(owner) && markUnsent(owner)) return null;
    throw error;
  }
}

export const WAITING = {
  title: 'You are offline, your draft is kept',
  description: 'It is sent as soon as the line is back.',
};
