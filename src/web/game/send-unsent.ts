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
import { afterSubmission, CREATION, patience, UPDATE } from './submit-prediction.ts';
import { forgetUnsent, unsentShows } from './unsent.ts';

let isSending = false;

/** Sends predictions submitted offline. Does nothing while offline or already sending. */
export async function sendUnsent(client: QueryClient, userId: string): Promise<void> {
  if (isSending || !(await isOnline())) return;
  isSending = true;
  try {
    const mine = await call(listMyPredictions);
    for (const showId of unsentShows(userId)) await sendOne(client, { userId, showId }, mine);
  } catch {
    // Offline again; the drafts keep waiting.
  } finally {
    isSending = false;
  }
}

async function sendOne(client: QueryClient, owner: DraftOwner, mine: Prediction[]): Promise<void> {
  const draft = readDraft(owner);
  if (!draft || draft.songIds.length === 0) return forgetUnsent(owner);
  const { songIds, base } = draft;
  const own = mine.find(({ showId }) => showId === owner.showId);
  const saved = own?.songs.map(({ id }) => id) ?? [];
  // The request may have succeeded even though the response was lost.
  const isThere = own !== undefined && isSameList(saved, songIds);
  if (!isThere && !isSameList(saved, base)) return ask();

  const toasts = base.length > 0 ? UPDATE : CREATION;
  const options = {
    successToast: toasts.done,
    errorToast: (error: unknown) => (isFinalResponse(error) ? toasts.failed : undefined),
    onSuccess: (prediction: Prediction) => afterSubmission(client, owner, prediction, openList),
    onError(error: Error) {
      if (isFinalResponse(error)) forgetUnsent(owner);
    },
  };
  const signal = patience();
  const sent = own
    ? runMutation(
        client,
        mutationFor(updatePrediction, {
          ...options,
          send: (endpoint, input) => (isThere ? Promise.resolve(own) : call(endpoint, input)),
        }),
        { params: { id: own.id }, body: { songIds }, signal },
      )
    : runMutation(client, mutationFor(createPrediction, options), {
        body: { showId: owner.showId, songIds },
        signal,
      });
  await sent.catch((error: unknown) => {
    if (!isFinalResponse(error)) throw error;
  });

  function openList() {
    if (isOnItsPage(owner.showId)) navigate(paths.myPredictions());
  }

  /** The prediction changed elsewhere: the game shows it and offers the draft. */
  function ask() {
    forgetUnsent(owner);
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

function isOnItsPage(showId: string): boolean {
  const { pathname, search } = window.location;
  return pathname === paths.game() && new URLSearchParams(search).get('show') === showId;
}
