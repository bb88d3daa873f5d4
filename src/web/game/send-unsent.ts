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
import { keyOf } from '#web/http/query-key.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { isSameList } from './draft.ts';
import { type DraftOwner, readDraft } from './draft-storage.ts';
import { afterSubmission, CREATION, submissionTimeout, UPDATE } from './submit-prediction.ts';

/** Sends a prediction submitted offline: the stored draft as it is now. */
export async function sendUnsent(client: QueryClient, owner: DraftOwner): Promise<void> {
  const mine = await readMine();
  const draft = readDraft(owner);
  if (!draft || draft.songIds.length === 0) return;
  const { songIds, base } = draft;
  const own = mine.find(({ showId }) => showId === owner.showId);
  const saved = own?.songs.map(({ id }) => id) ?? [];
  // The request may have succeeded even though the response was lost.
  const isThere = own !== undefined && isSameList(saved, songIds);
  if (!isThere && !isSameList(saved, base)) return offerChoice();

  const toasts = base.length > 0 ? UPDATE : CREATION;
  const options = {
    successToast: toasts.done,
    errorToast: (error: unknown) => (isFinalResponse(error) ? toasts.failed : undefined),
    onSuccess: (prediction: Prediction) => afterSubmission(client, owner, prediction, openList),
  };
  const signal = submissionTimeout();
  if (own) {
    const update = mutationFor(updatePrediction, {
      ...options,
      send: (endpoint, input) => (isThere ? Promise.resolve(own) : call(endpoint, input)),
    });
    await runMutation(client, update, { params: { id: own.id }, body: { songIds }, signal });
  } else {
    const body = { showId: owner.showId, songIds };
    await runMutation(client, mutationFor(createPrediction, options), { body, signal });
  }

  function openList() {
    if (isOnItsPage(owner.showId)) navigate(paths.myPredictions());
  }

  /** The prediction changed elsewhere: the game shows it and offers the draft. */
  function offerChoice() {
    client.setQueryData(keyOf(listMyPredictions), mine);
    if (own) client.setQueryData(keyOf(getPrediction, { id: own.id }), own);
    const page = paths.game({ show: owner.showId, edit: own?.id });
    toast({
      title: 'Not sent: your prediction was changed elsewhere',
      description: 'Your draft is kept. Choose which one counts.',
      action: { label: 'Choose', onSelect: () => navigate(page) },
    });
  }
}

/** Rejects without an `HttpError`: only the submission itself can be refused. */
async function readMine(): Promise<Prediction[]> {
  // Offline, the service worker would answer with a cached list.
  if (!(await isOnline())) throw new Error('Offline');
  try {
    return await call(listMyPredictions, { signal: submissionTimeout() });
  } catch (cause) {
    throw new Error('The saved predictions could not be read', { cause });
  }
}

function isOnItsPage(showId: string): boolean {
  const { pathname, search } = window.location;
  return pathname === paths.game() && new URLSearchParams(search).get('show') === showId;
}
