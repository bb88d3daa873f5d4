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
import { keyOf } from '#web/http/query-key.ts';
import {
  BAND,
  FAN,
  samplePrediction,
  sampleShow,
  sampleSong,
} from '../../../tests/support/site-samples.ts';
import { testSite } from '../../../tests/support/test-site.tsx';
import { openPredictionQueue } from './prediction-queue.ts';

const songs = [1, 2, 3].map((number) => sampleSong(number));
const SHOW = sampleShow(1.5);
const KEY = `called-it:unsent:${FAN.id}`;
const WAITING = 'You are offline, your draft is kept';

async function openGame({ saved }: { saved: boolean }) {
  const site = testSite();
  const own = samplePrediction(SHOW, [1]);
  site.answer(getShow, SHOW);
  site.answer(listSongs, songs);
  site.answer(getPrediction, own);
  site.answer(listMyPredictions, saved ? [own] : []);
  await site.open(`/game?show=${SHOW.id}${saved ? `&edit=${own.id}` : ''}`, FAN);
  return { ...site, own };
}

/** Submits songs 1 and 2 offline: an edit of song 1 if `saved`, otherwise a new prediction. */
async function submitOffline({ saved }: { saved: boolean }) {
  const site = await openGame({ saved });
  const offered = within(screen.getByRole('list', { name: 'Songs to choose from' }));
  for (const number of saved ? [2] : [1, 2])
    await site.user.click(offered.getByRole('button', { name: `Add Song ${number}` }));
  const submission = saved ? updatePrediction : createPrediction;
  for (const endpoint of [submission, getBand]) site.cut(endpoint);
  await site.user.click(
    screen.getByRole('button', { name: saved ? 'Update Prediction' : 'Submit Prediction' }),
  );
  await site.readToast(WAITING, 'It is sent as soon as the line is back.');
  const queue = openPredictionQueue(site.cache, FAN.id);
  await waitFor(() => expect(queue.get().isWaiting).toBe(true));
  return site;
}

function goOnline({ answer }: ReturnType<typeof testSite>) {
  answer(getBand, BAND);
  window.dispatchEvent(new Event('online'));
}

const sheet = () => within(screen.getByRole('region', { name: 'Your Prediction' }));

test('waits under its stored key, and is sent once when the network is back', async () => {
  const site = await submitOffline({ saved: false });
  sheet().getByText(WAITING);
  expect(localStorage.getItem(KEY)).toBe(SHOW.id);
  site.answer(createPrediction, samplePrediction(SHOW, [1, 2]), 'prediction');
  goOnline(site);
  // Sooner than the next retry.
  const sent = () => expect(site.callsOf(createPrediction)).toHaveLength(2);
  await waitFor(sent, { timeout: 2_000 });
  const luck = 'Good luck! Check back after the show to see your score.';
  await site.readToast('Prediction submitted!', luck);
  const songIds = songs.slice(0, 2).map(({ id }) => id);
  expect(site.callsOf(createPrediction).map(({ body }) => body)).toEqual(
    Array(2).fill({ showId: SHOW.id, songIds }),
  );
  await waitFor(() => expect(localStorage.getItem(KEY)).toBeNull());
  expect(location.pathname).toBe('/my-predictions');
});

test('asks which one counts if the prediction was changed elsewhere', async () => {
  const site = await submitOffline({ saved: true });
  const theirs = { ...samplePrediction(SHOW, [3]), submittedAt: '2030-01-01T00:00:00.000Z' };
  site.answer(listMyPredictions, [theirs]);
  site.answer(getPrediction, theirs);
  goOnline(site);
  await screen.findByText('Not sent: your prediction was changed elsewhere');
  expect(site.callsOf(updatePrediction)).toHaveLength(1);
  await waitFor(() => expect(localStorage.getItem(KEY)).toBeNull());
  await screen.findByRole('button', { name: 'Use the draft' });
});

test('stays a draft with the reason if the server refuses it', async () => {
  const site = await submitOffline({ saved: true });
  site.refuse(updatePrediction, 'Predictions are closed for this show', 409);
  goOnline(site);
  await site.readToast('Update failed', 'Predictions are closed for this show');
  await waitFor(() => expect(localStorage.getItem(KEY)).toBeNull());
  sheet().getByText('2 / 24');
  expect(sheet().queryByText(WAITING)).toBeNull();
});

test('waits on if the saved predictions cannot be read', async () => {
  const site = await submitOffline({ saved: true });
  site.refuse(listMyPredictions);
  goOnline(site);
  await waitFor(() => expect(site.callsOf(listMyPredictions)).not.toEqual([]));
  expect(localStorage.getItem(KEY)).toBe(SHOW.id);
  expect(site.callsOf(updatePrediction)).toHaveLength(1);
  site.answer(listMyPredictions, [site.own]);
  site.answer(updatePrediction, samplePrediction(SHOW, [1, 2]), 'prediction');
  goOnline(site);
  await waitFor(() => expect(localStorage.getItem(KEY)).toBeNull(), { timeout: 5_000 });
});

test("shows another tab's submission", async () => {
  const site = await openGame({ saved: false });
  const follow = () =>
    act(async () => window.dispatchEvent(new StorageEvent('storage', { key: KEY })));
  localStorage.setItem(KEY, SHOW.id);
  await follow();
  sheet().getByText(WAITING);
  localStorage.removeItem(KEY);
  await follow();
  expect(sheet().queryByText(WAITING)).toBeNull();
  expect(site.callsOf(createPrediction)).toEqual([]);
});

test("doesn't send the prediction of a fan who is signed out", async () => {
  const site = await submitOffline({ saved: true });
  site.cache.setQueryData(keyOf(getCurrentUser), null);
  site.answer(getBand, BAND);
  await openPredictionQueue(site.cache, FAN.id).sendAll();
  expect(site.callsOf(updatePrediction)).toHaveLength(1);
  expect(localStorage.getItem(KEY)).toBe(SHOW.id);
});
