import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getHouseNight } from '#contract/house-players.ts';
import { getMyShowRow, getShowLeaderboard } from '#contract/leaderboards.ts';
import { getShowCalls } from '#contract/odds.ts';
import { listMyPredictions } from '#contract/predictions.ts';
import { getReceipt } from '#contract/receipts.ts';
import { getSetlist } from '#contract/setlists.ts';
import { leaderboardRow, myRow, setlistEntry } from '../../../tests/support/live-show-samples.ts';
import { FAN, samplePrediction, sampleShow } from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';

test.each([
  ['live', '–', 'No points yet', 'Not played yet'],
  ['closed', '0', '0', 'Not played'],
])('on the scorecard of a %s show, a song that was not played has %s', async (status, ...cells) => {
  const [stamp, label, badge] = cells;
  const show = sampleShow(-1, { status });
  const site = createTestSite();
  site.respond(listMyPredictions, [samplePrediction(show, [1, 2])]);
  site.respond(getSetlist, [setlistEntry(1), setlistEntry(3, { position: 2 })]);
  site.respond(getMyShowRow, myRow(1, 0));
  site.respond(getShowLeaderboard, [leaderboardRow(1, 0)]);
  site.respond(getHouseNight, { learntFrom: null, players: [], likeliestSongs: [] });
  site.respond(getShowCalls, { predictions: 0, songs: [] });
  site.respond(getReceipt, undefined);
  await site.open('/my-predictions', FAN);
  await site.user.click(screen.getByRole('button', { name: /^View Results/ }));
  const [breakdown] = await screen.findAllByRole('table');
  const row = within(within(breakdown as HTMLElement).getAllByRole('row')[2] as HTMLElement);
  const texts = row.getAllByRole('cell').map(({ textContent }) => textContent);
  expect(texts).toEqual(['2', 'Song 2', `${stamp}${label}`, 'Song 3', badge]);
});
