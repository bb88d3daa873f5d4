import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getHouseNight } from '#contract/house-players.ts';
import { getShowSources } from '#contract/imports.ts';
import { getMyShowRow, getShowLeaderboard } from '#contract/leaderboards.ts';
import { listMyPredictions } from '#contract/predictions.ts';
import { getSetlist } from '#contract/setlists.ts';
import { getShow, listShows, type Show } from '#contract/shows.ts';
import { SHOW_ID, sampleSongId } from '../../../tests/support/live-show-samples.ts';
import { FAN, samplePrediction, sampleShow } from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';

async function openShow(show: Show, picks: number[] = []) {
  const site = createTestSite();
  site.respond(getShow, show);
  site.respond(getSetlist, []);
  site.respond(getShowLeaderboard, []);
  site.respond(getMyShowRow, undefined);
  site.respond(getShowSources, []);
  site.respond(getHouseNight, { learntFrom: null, players: [] });
  site.respond(listMyPredictions, picks.length > 0 ? [samplePrediction(show, picks)] : []);
  await site.open(`/live-setlist?show=${SHOW_ID}`, FAN);
}

test('links to the last show when no show is live', async () => {
  const site = createTestSite();
  const lastSongId = sampleSongId(2);
  site.respond(listShows, [
    sampleShow(24),
    sampleShow(-12, { status: 'cancelled', id: sampleSongId(1) }),
    sampleShow(-24, { status: 'closed', id: lastSongId }),
  ]);
  await site.open('/live-setlist', FAN);
  screen.getByRole('heading', { name: 'No Live Shows' });
  const link = screen.getByRole('link', { name: "Last show's setlist" });
  expect(link.getAttribute('href')).toBe(`/live-setlist?show=${lastSongId}`);
});

test('shows an error for a missing show', async () => {
  const site = createTestSite();
  site.reject(getShow, 'Show not found.', 404);
  await site.open(`/live-setlist?show=${SHOW_ID}`, FAN);
  screen.getByText('Show not found.');
});

test('shows an upcoming show with a link to predict it', async () => {
  await openShow(sampleShow(48));
  screen.getByRole('heading', { name: 'An Evening by the River' });
  screen.getByRole('heading', { name: 'Setlist' });
  screen.getByText('No setlist available yet');
  screen.getByText('No predictions for this show yet');
  screen.getByRole('link', { name: 'Make Prediction: An Evening by the River' });
});

test('shows picks without outcomes for a show that closed without a setlist', async () => {
  await openShow(sampleShow(-5, { status: 'closed' }), [1]);
  screen.getByText('No setlist available yet');
  screen.getByText('Song 1');
  expect(screen.queryByText('Not played')).toBeNull();
});
