import { getMyShowRow, getShowLeaderboard } from '#contract/leaderboards.ts';
import {
  createPrediction,
  getPrediction,
  listMyPredictions,
  type Prediction,
  updatePrediction,
} from '#contract/predictions.ts';
import { getShow } from '#contract/shows.ts';
import { listSongs } from '#contract/songs.ts';
import { call } from '#web/http/call.ts';
import { sentenceOf } from '#web/http/http-error.ts';
import { queryClient } from '#web/http/query-client.ts';
import { keyOf } from '#web/http/query-key.ts';
import { toast } from '#web/ui/toast.ts';
import { type DraftOwner, forgetDraft } from './draft-storage.ts';
import { forgetUnsent } from './unsent.ts';

export interface Submission {
  owner: DraftOwner;
  /** The prediction that is changed; null for a new one. */
  predictionId: string | null;
}

export function submitPrediction(
  { owner, predictionId }: Submission,
  songIds: string[],
): Promise<Prediction> {
  // A line on which nothing moves counts as none; sent twice, it is taken once.
  const signal = AbortSignal.timeout(PATIENCE_MS);
  return predictionId
    ? call(updatePrediction, { params: { id: predictionId }, body: { songIds }, signal })
    : call(createPrediction, { body: { showId: owner.showId, songIds }, signal });
}

const PATIENCE_MS = 20_000;

/** Says so, forgets the draft, and lets every list know. */
export function afterSubmission({ owner, predictionId }: Submission, prediction: Prediction): void {
  forgetDraft(owner);
  forgetUnsent(owner);
  toast((predictionId ? UPDATE : CREATE).done);
  queryClient.setQueryData(keyOf(getPrediction, { id: prediction.id }), prediction);
  const id = owner.showId;
  for (const queryKey of [
    keyOf(listMyPredictions),
    keyOf(getShowLeaderboard, { id }),
    keyOf(getMyShowRow, { id }),
  ])
    void queryClient.invalidateQueries({ queryKey });
}

/** Says why not. The draft stays, and whatever may be the reason is fetched again. */
export function afterRefusal({ owner, predictionId }: Submission, error: unknown): void {
  forgetUnsent(owner);
  const { title, fallback } = (predictionId ? UPDATE : CREATE).failed;
  toast({ variant: 'destructive', title, description: sentenceOf(error, fallback) });
  void queryClient.invalidateQueries({ queryKey: keyOf(listMyPredictions) });
  void queryClient.invalidateQueries({
    queryKey: keyOf(getShow, { id: owner.showId }),
    exact: true,
  });
  void queryClient.invalidateQueries({ queryKey: keyOf(listSongs) });
}

const CREATE = {
  done: {
    title: 'Prediction submitted!',
    description: 'Good luck! Check back after the show to see your score.',
  },
  failed: { title: 'Submission failed', fallback: 'Unable to submit prediction' },
};

const UPDATE = {
  done: {
    title: 'Prediction updated!',
    description: 'Your prediction has been updated successfully.',
  },
  failed: { title: 'Update failed', fallback: 'Unable to update prediction' },
};
