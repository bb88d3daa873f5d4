import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
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
import { keyOf } from '#web/http/query-key.ts';
import { toast } from '#web/ui/toast.tsx';
import { type DraftOwner, forgetDraft } from './draft-storage.ts';

/**
 * Sends the list: a new prediction, or the one being edited. Then the draft is forgotten and My
 * Predictions opens. After a failure the draft stays, and whatever may be why is fetched again.
 */
export function useSubmitPrediction(owner: DraftOwner, editing: Prediction | null) {
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const texts = editing ? UPDATE : CREATE;

  return useMutation({
    mutationFn: (songIds: string[]) =>
      editing
        ? call(updatePrediction, { params: { id: editing.id }, body: { songIds } })
        : call(createPrediction, { body: { showId: owner.showId, songIds } }),
    onSuccess(prediction) {
      forgetDraft(owner);
      toast(texts.done);
      navigate('/my-predictions');
      client.setQueryData(keyOf(getPrediction, { id: prediction.id }), prediction);
      const id = owner.showId;
      for (const queryKey of [
        keyOf(listMyPredictions),
        keyOf(getShowLeaderboard, { id }),
        keyOf(getMyShowRow, { id }),
      ])
        void client.invalidateQueries({ queryKey });
    },
    onError(error) {
      toast({
        variant: 'destructive',
        title: texts.failed.title,
        description: sentenceOf(error, texts.failed.fallback),
      });
      void client.invalidateQueries({ queryKey: keyOf(listMyPredictions) });
      void client.invalidateQueries({
        queryKey: keyOf(getShow, { id: owner.showId }),
        exact: true,
      });
      void client.invalidateQueries({ queryKey: keyOf(listSongs) });
    },
  });
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
