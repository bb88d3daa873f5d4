import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { getHouseNight } from '#contract/house-players.ts';
import { getMyShowRow, getShowLeaderboard } from '#contract/leaderboards.ts';
import { getShowCalls } from '#contract/odds.ts';
import { listMyPredictions, type Prediction } from '#contract/predictions.ts';
import { getReceipt } from '#contract/receipts.ts';
import { getSetlist } from '#contract/setlists.ts';
import { refetch } from '#web/http/refetch.ts';
import {
  leaderboardRow,
  myRow,
  sampleSongId,
  setlistEntry,
} from '../../../tests/support/live-show-samples.ts';
import { FAN, samplePrediction, sampleShow } from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';

const SHOW = sampleShow(-5, { id: sampleSongId(2), name: 'A Counted Night', status: 'closed' });
const closed = (points: number, picks = [1, 2]) => samplePrediction(SHOW, picks, { points });

async function openMyPredictions(prediction: Prediction, played: number[] = []) {
  const site = createTestSite();
  site.respond(listMyPredictions, [prediction]);
  site.respond(
    getSetlist,
    played.map((song, index) => setlistEntry(song, { position: index + 1 })),
  );
  site.respond(getMyShowRow, myRow(1, 0));
  site.respond(getShowLeaderboard, [leaderboardRow(1, 0)]);
  const unpredicted = { learntFrom: null, twentySheets: null, players: [], likeliestSongs: [] };
  site.respond(getHouseNight, unpredicted);
  site.respond(getShowCalls, { predictions: 0, songs: [] });
  site.respond(getReceipt, undefined);
  await site.open('/my-predictions', FAN);
  return site;
}

test("names the winner and this fan's percentile in the results of a scored show", async () => {
  const scored = closed(41);
  const site = await openMyPredictions(scored);
  site.respond(getMyShowRow, myRow(1, 41, 2));
  site.respond(
    getShowLeaderboard,
    [68, 41, 10, 0].map((points, n) => ({ ...leaderboardRow(n + 2, points), rank: n + 1 })),
  );
  await site.user.click(screen.getByRole('button', { name: 'View Results: A Counted Night' }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText('Better than 50% of 4 fans');
  const result = within(dialog.getByRole('region', { name: 'Your result' }));
  for (const text of ['41', '#1 / 4', 'Better than 50% of 4 fans', 'Rank 2', 'won with 68 pts'])
    result.getByText(text);
  const scorecard = dialog.getByRole('region', { name: 'A Counted Night' });
  const repeatedTotal = scorecard.querySelector('[data-score-total]');
  expect(
    repeatedTotal?.closest('[class*=data-score-total]'),
    'hidden by the dialog',
  ).not.toBeNull();
  const following = Node.DOCUMENT_POSITION_FOLLOWING;
  const summary = dialog.getByRole('region', { name: 'Your result' });
  expect(summary.compareDocumentPosition(scorecard) & following, 'first').toBe(following);
});

test('shows the results only after everything in them has loaded', async () => {
  const site = await openMyPredictions(closed(41));
  site.respond(getShowCalls, {
    predictions: 3,
    songs: [{ songId: sampleSongId(1), calls: 1 }],
  });
  const release = site.holdResponse(getShowCalls);
  await site.user.click(screen.getByRole('button', { name: /^View Results/ }));
  await screen.findByText('Loading the setlist');
  expect(screen.queryByText('Setlist not available yet')).toBeNull();
  await release();
  await screen.findByText('Setlist not available yet');
  screen.getByRole('heading', { name: 'Who else called it?' });
});

test('keeps the results on screen while a failed part is retried', async () => {
  const site = await openMyPredictions(closed(41));
  site.reject(getHouseNight);
  await site.user.click(screen.getByRole('button', { name: /^View Results/ }));
  await screen.findByText('Setlist not available yet');
  const release = site.holdResponse(getHouseNight);
  const change = { topic: 'house', subjectId: sampleSongId(2), version: 0 } as const;
  const retry = refetch(site.cache, [change]);
  await vi.waitFor(() => expect(site.cache.isFetching()).toBe(1));
  screen.getByText('Setlist not available yet');
  await release();
  await retry;
});

test('counts many wrong spots, folds the receipt, and offers Share first', async () => {
  const site = await openMyPredictions(closed(50, [9, 1, 2, 3, 4, 5]), [1, 9, 3, 2, 5, 4]);
  const siteFetch = fetch;
  vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
    url.endsWith('card.png') ? Promise.resolve(new Response('image')) : siteFetch(url, init),
  );
  site.respond(getShowCalls, {
    predictions: 3,
    songs: [{ songId: sampleSongId(1), calls: 1 }],
  });
  await site.user.click(screen.getByRole('button', { name: /^View Results/ }));
  const dialog = within(await screen.findByRole('dialog'));
  const [hits] = await dialog.findAllByText('Wrong spot');
  expect(hits?.parentElement?.textContent).toBe('Wrong spot · 6 picks');
  for (const name of ['Who else called it?', 'Receipt']) {
    const fold = dialog.getByRole('region', { name }).querySelector('details');
    expect(fold?.open).toBe(false);
  }
  const share = dialog.getByRole('link', { name: 'Share' });
  expect(share.getAttribute('href')).toMatch(/^\/my-predictions\/share\?prediction=/);
  const download = dialog.getByRole('button', { name: 'Download', busy: true });
  expect(share.compareDocumentPosition(download)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});
