import { useMutation } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { paths } from '#contract/pages.ts';
import type { Prediction } from '#contract/predictions.ts';
import { hasLine } from '#web/http/has-line.ts';
import { HttpError } from '#web/http/http-error.ts';
import { toast } from '#web/ui/toast.ts';
import { type DraftOwner, readDraft } from './draft-storage.ts';
import { afterRefusal, afterSubmission, submitPrediction } from './submit-prediction.ts';
import { markUnsent } from './unsent.ts';

/**
 * Sends the list: a new prediction, or the one being edited. Then My Predictions opens. Without a
 * line the draft waits for it on this device.
 */
export function useSubmitPrediction(owner: DraftOwner, editing: Prediction | null) {
  const [, navigate] = useLocation();
  const submission = { owner, predictionId: editing?.id ?? null };
  return useMutation({
    mutationFn: (songIds: string[]) => submitPrediction(submission, songIds),
    onSuccess(prediction) {
      navigate(paths.myPredictions());
      afterSubmission(submission, prediction);
    },
    async onError(error) {
      const isCut = !(error instanceof HttpError) && !(await hasLine());
      if (isCut && readDraft(owner) && markUnsent(owner)) toast(WAITING);
      else afterRefusal(submission, error);
    },
  });
}

export const WAITING = {
  title: 'You are offline, your draft is kept',
  description: 'It is sent as soon as the line is back.',
};
