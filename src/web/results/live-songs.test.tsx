import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getMyShowRow, getShowLeaderboard } from '#contract/leaderboards.ts';
import { listMyPredictions } from '#contract/predictions.ts';
import { getSetlist } from '#contract/setlists.ts';
import { leaderboardRow, myRow, setlistEntry } from '../../../tests/support/live-show-samples.ts';
import { FAN, samplePrediction, sampleShow } from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';

test('shows the points, the rank and the hits of a live show so far', async () => {
  const show = sampleShow(0, { name: 'A Lit Stage', status: 'live' });
  const prediction = samplePrediction(show, [1, 2]);
  const site = createTestSite();
  site.respond(listMyPredictions, [prediction]);
  site.respond(getSetlist, [setlistEntry(1), setlistEntry(3)]);
  site.respond(getMyShowRow, myRow(2, 41));
  site.respond(getShowLeaderboard, [leaderboardRow(1, 68), leaderboardRow(2, 41)]);
  await site.open('/my-predictions', FAN);
  const card = within(screen.getByRole('article', { name: show.name }));
  const figures = card.getAllByRole('definition').map(({ textContent }) => textContent?.trim());
  expect(figures).toEqual(['41', '2 of 2']);
  const [hit, awaited] = card.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(hit).toContain('41 points, Opener');
  expect(awaited).not.toContain('points');
  expect(card.queryByText(/of them called/)).toBeNull();
});

test("counts the hits among a live show's songs that are not on its card", async () => {
  const show = sampleShow(0, { name: 'A Lit Stage', status: 'live' });
  const site = createTestSite();
  site.respond(listMyPredictions, [samplePrediction(show, [8, 1, 7, 2, 6, 3, 5, 4])]);
  site.respond(getSetlist, [setlistEntry(1), setlistEntry(4), setlistEntry(9)]);
  site.respond(getMyShowRow, myRow(2, 20));
  site.respond(getShowLeaderboard, []);
  await site.open('/my-predictions', FAN);
  const card = within(screen.getByRole('article', { name: show.name }));
  card.getByText('1 of them called');
  await site.user.click(card.getByText('+2 more...'));
  expect(card.queryByText(/of them called/)).toBeNull();
});
