import type { QueryClient } from '@tanstack/react-query';
import type { BodyInputOf } from '#contract/endpoint.ts';
import {
  getPrediction,
  listMyPredictions,
  type Prediction,
  type updatePrediction,
} from '#contract/predictions.ts';
import { buildQueryKey } from '#web/http/query-key.ts';
import { VISITOR } from '#web/session/use-user.ts';
import { serverNow } from '#web/time/server-clock.ts';
import { type DraftOwner, deleteDraft } from './draft-storage.ts';

/** Opens My Predictions before deleting the draft, which the open page displays. */
export function finishSubmission(
  client: QueryClient,
  owner: DraftOwner,
  prediction: Prediction,
  openList: () => void,
): void {
  openList();
  deleteDraft(owner);
  deleteDraft({ ...owner, userId: VISITOR });
  client.setQueryData(buildQueryKey(getPrediction, { id: prediction.id }), prediction);
  client.setQueryData<Prediction[]>(
    buildQueryKey(listMyPredictions),
    (list) => list && upsertPrediction(list, prediction, serverNow()),
  );
}

/** Inserts it where the server lists it, so that cards don't move. `now` is in Unix ms. */
export function upsertPrediction(
  list: readonly Prediction[],
  prediction: Prediction,
  now: number,
): Prediction[] {
  const startTime = ({ show }: Prediction) => Date.parse(show.date);
  const others = list.filter(({ id }) => id !== prediction.id);
  const nextIndex = others.findIndex(
    (other) =>
      other.show.status !== 'live' &&
      (startTime(other) > startTime(prediction) || startTime(other) < now),
  );
  return others.toSpliced(nextIndex < 0 ? others.length : nextIndex, 0, prediction);
}

export function buildPicksBody(
  songIds: string[],
  isSurprise: boolean,
): BodyInputOf<typeof updatePrediction> {
  return isSurprise ? { songIds, origin: 'surprise' } : { songIds };
}

/** A stalled connection counts as offline. The server accepts a resent prediction once. */
export function createSubmissionTimeout(): AbortSignal {
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
