import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getCurrentUser } from '#contract/accounts.ts';
import { getBand } from '#contract/band.ts';
import {
  createPrediction,
  getPrediction,
  listMyPredictions,
  updatePrediction,
} from '#contract/predictions.ts';
import { getShow } from '#contract/shows.ts';
import { listSongs } from '#contract/songs.ts';
import { buildQueryKey } from '#web/http/query-key.ts';
import {
  BAND,
  FAN,
  samplePrediction,
  sampleShow,
  sampleSong,
} from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';
import { openPredictionQueue } from './prediction-queue.ts';

const songs = [1, 2, 3].map((number) => sampleSong(number));
const SHOW = sampleShow(1.5);
const KEY = `called-it:unsent:${FAN.id}`;
const OFFLINE_NOTE = "You're offline. Your draft is saved.";

async function openGame({ saved }: { saved: boolean }) {
  const site = createTestSite();
  const prediction = samplePrediction(SHOW, [1]);
  site.respond(getShow, SHOW);
  site.respond(listSongs, songs);
  site.respond(getPrediction, prediction);
  site.respond(listMyPredictions, saved ? [prediction] : []);
  await site.open(`/game?show=${SHOW.id}${saved ? `&edit=${prediction.id}` : ''}`, FAN);
  return { ...site, prediction };
}

/** Submits an edit of song 1 if `saved`, otherwise a new prediction. */
async function submitOffline({ saved }: { saved: boolean }) {
  const site = await openGame({ saved });
  const availableSongs = within(screen.getByRole('list', { name: 'Songs to choose from' }));
  for (const number of saved ? [2] : [1, 2])
    await site.user.click(availableSongs.getByRole('button', { name: `Add Song ${number}` }));
  const submission = saved ? updatePrediction : createPrediction;
  for (const endpoint of [submission, getBand]) site.failWithNetworkError(endpoint);
  await site.user.click(
    screen.getByRole('button', { name: saved ? 'Update Prediction' : 'Submit Prediction' }),
  );
  await site.expectToast(OFFLINE_NOTE, "It will be sent when you're back online.");
  const queue = openPredictionQueue(site.cache, FAN.id);
  await waitFor(() => expect(queue.get().isWaiting).toBe(true));
  return site;
}

function goOnline({ respond }: ReturnType<typeof createTestSite>) {
  respond(getBand, BAND);
  window.dispatchEvent(new Event('online'));
}

const findSheet = () => within(screen.getByRole('region', { name: 'Your Prediction' }));

test('stores the show under its key and sends the draft once when the network is back', async () => {
  const site = await submitOffline({ saved: false });
  findSheet().getByText(OFFLINE_NOTE);
  expect(localStorage.getItem(KEY)).toBe(SHOW.id);
  site.respond(createPrediction, samplePrediction(SHOW, [1, 2]), 'prediction');
  goOnline(site);
  // The timeout is shorter than the delay of the next retry.
  const expectResend = () => expect(site.listCalls(createPrediction)).toHaveLength(2);
  await waitFor(expectResend, { timeout: 2_000 });
  const description = 'Good luck! Check back after the show to see your score.';
  await site.expectToast('Prediction submitted!', description);
  const songIds = songs.slice(0, 2).map(({ id }) => id);
  expect(site.listCalls(createPrediction).map(({ body }) => body)).toEqual(
    Array(2).fill({ showId: SHOW.id, songIds }),
  );
  await waitFor(() => expect(localStorage.getItem(KEY)).toBeNull());
  expect(location.pathname).toBe('/my-predictions');
});

test('offers both versions if the prediction was changed elsewhere', async () => {
  const site = await submitOffline({ saved: true });
  const otherPrediction = {
    ...samplePrediction(SHOW, [3]),
    submittedAt: '2030-01-01T00:00:00.000Z',
  };
  site.respond(listMyPredictions, [otherPrediction]);
  site.respond(getPrediction, otherPrediction);
  goOnline(site);
  await screen.findByText('Not sent: your prediction was changed elsewhere');
  expect(site.listCalls(updatePrediction)).toHaveLength(1);
  await waitFor(() => expect(localStorage.getItem(KEY)).toBeNull());
  await screen.findByRole('button', { name: 'Use the draft' });
});

test('keeps the draft and shows the reason if the server rejects it', async () => {
  const site = await submitOffline({ saved: true });
  site.reject(updatePrediction, 'Predictions are closed for this show', 409);
  goOnline(site);
  await site.expectToast('Update failed', 'Predictions are closed for this show');
  await waitFor(() => expect(localStorage.getItem(KEY)).toBeNull());
  findSheet().getByText('2 / 24');
  expect(findSheet().queryByText(OFFLINE_NOTE)).toBeNull();
});

test('keeps waiting if the saved predictions fail to load', async () => {
  const site = await submitOffline({ saved: true });
  site.reject(listMyPredictions);
  goOnline(site);
  await waitFor(() => expect(site.listCalls(listMyPredictions)).not.toEqual([]));
  expect(localStorage.getItem(KEY)).toBe(SHOW.id);
  expect(site.listCalls(updatePrediction)).toHaveLength(1);
  site.respond(listMyPredictions, [site.prediction]);
  site.respond(updatePrediction, samplePrediction(SHOW, [1, 2]), 'prediction');
  goOnline(site);
  await waitFor(() => expect(localStorage.getItem(KEY)).toBeNull(), { timeout: 5_000 });
});

test("shows another tab's submission", async () => {
  const site = await openGame({ saved: false });
  const syncTab = () =>
    act(async () => window.dispatchEvent(new StorageEvent('storage', { key: KEY })));
  localStorage.setItem(KEY, SHOW.id);
  await syncTab();
  findSheet().getByText(OFFLINE_NOTE);
  localStorage.removeItem(KEY);
  await syncTab();
  expect(findSheet().queryByText(OFFLINE_NOTE)).toBeNull();
  expect(site.listCalls(createPrediction)).toEqual([]);
});

test("doesn't send the prediction of a fan who is signed out", async () => {
  const site = await submitOffline({ saved: true });
  site.cache.setQueryData(buildQueryKey(getCurrentUser), null);
  site.respond(getBand, BAND);
  await openPredictionQueue(site.cache, FAN.id).sendAll();
  expect(site.listCalls(updatePrediction)).toHaveLength(1);
  expect(localStorage.getItem(KEY)).toBe(SHOW.id);
});
