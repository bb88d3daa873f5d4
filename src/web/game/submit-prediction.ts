import type { QueryClient } from '@tanstack/react-query';
import { getPrediction, type Prediction } from '#contract/predictions.ts';
import { buildQueryKey } from '#web/http/query-key.ts';
import { type DraftOwner, deleteDraft } from './draft-storage.ts';

/** Opens My Predictions before it deletes the draft, which is the content of the open page. */
export function finishSubmission(
  client: QueryClient,
  owner: DraftOwner,
  prediction: Prediction,
  openList: () => void,
): void {
  openList();
  deleteDraft(owner);
  client.setQueryData(buildQueryKey(getPrediction, { id: prediction.id }), prediction);
}

/** A stalled connection counts as offline. Sending twice is safe: the server accepts it once. */
export function submissionTimeout(): AbortSignal {
  return AbortSignal.timeout(20_000);
}

export const CREATION_TOASTS = {
  success: {
    title: 'Prediction submitted!',
    description: 'Good luck! Check back after the show to see your score.',
  },
  error: { title: 'Submission failed', description: 'Unable to submit prediction' },
};

export const UPDATE_TOASTS = {
  success: {
    title: 'Prediction updated!',
    description: 'Your prediction has been updated successfully.',
  },
  error: { title: 'Update failed', description: 'Unable to update prediction' },
};
