import { navigate } from 'wouter/use-browser-location';
import { paths } from '#contract/pages.ts';
import { getPrediction, listMyPredictions, type Prediction } from '#contract/predictions.ts';
import { call } from '#web/http/call.ts';
import { hasLine } from '#web/http/has-line.ts';
import { HttpError } from '#web/http/http-error.ts';
import { queryClient } from '#web/http/query-client.ts';
import { keyOf } from '#web/http/query-key.ts';
import { toast } from '#web/ui/toast.ts';
import { readDraft } from './draft-storage.ts';
import { isSameList } from './open-draft.ts';
import { afterRefusal, afterSubmission, submitPrediction } from './submit-prediction.ts';
import { forgetUnsent, unsentShows } from './unsent.ts';

let isSending = false;

/**
 * Sends what was submitted without a line, if there is one now. Each goes once: whoever asks
 * meanwhile is served by the round that runs.
 */
export async function sendUnsent(userId: string): Promise<void> {
  if (isSending || !(await hasLine())) return;
  isSending = true;
  try {
    const mine = await call(listMyPredictions);
    for (const showId of unsentShows(userId)) {
      const own = mine.find((prediction) => prediction.showId === showId);
      await sendOne({ userId, showId }, own, mine);
    }
  } catch {
    // The line is cut again: they wait on.
  } finally {
    isSending = false;
  }
}

async function sendOne(
  owner: { userId: string; showId: string },
  own: Prediction | undefined,
  mine: Prediction[],
): Promise<void> {
  const draft = readDraft(owner);
  if (!draft || draft.songIds.length === 0) return forgetUnsent(owner);
  const saved = own?.songs.map(({ id }) => id) ?? [];
  const submission = { owner, predictionId: own?.id ?? null };
  // The call may have arrived, and only its answer not.
  if (own && isSameList(saved, draft.songIds)) return succeed(own);
  if (!isSameList(saved, draft.base)) return ask();
  try {
    succeed(await submitPrediction(submission, draft.songIds));
  } catch (error) {
    if (!(error instanceof HttpError) || NO_ANSWER.has(error.status)) throw error;
    afterRefusal(submission, error);
  }

  function succeed(prediction: Prediction) {
    if (isOnItsPage(owner.showId)) navigate(paths.myPredictions());
    const wasThere = draft !== null && draft.base.length > 0;
    afterSubmission({ owner, predictionId: wasThere ? prediction.id : null }, prediction);
  }

  /** It was changed elsewhere: the game shows that, and offers the draft. */
  function ask() {
    forgetUnsent(owner);
    queryClient.setQueryData(keyOf(listMyPredictions), mine);
    if (own) queryClient.setQueryData(keyOf(getPrediction, { id: own.id }), own);
    const page = paths.game({ show: owner.showId, edit: own?.id });
    toast({
      title: 'Not sent: your prediction was changed elsewhere',
      description: 'Your draft is kept. Choose which one counts.',
      action: { label: 'Choose', onSelect: () => navigate(page) },
    });
  }
}

/** From a broken line on its way, a server at its limits, or an ended session. */
const NO_ANSWER = new Set([401, 408, 429, 502, 503, 504]);

function isOnItsPage(showId: string): boolean {
  const { pathname, search } = window.location;
  return pathname === paths.game() && new URLSearchParams(search).get('show') === showId;
}
