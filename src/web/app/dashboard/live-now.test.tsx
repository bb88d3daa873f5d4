import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getMyShowRow, getShowLeaderboard } from '#contract/leaderboards.ts';
import { listMyPredictions, type Prediction } from '#contract/predictions.ts';
import { getSetlist } from '#contract/setlists.ts';
import { listLiveShows, listUpcomingShows } from '#contract/shows.ts';
import {
  leaderboardRow,
  myRow,
  sampleSongId,
  setlistEntry,
} from '../../../../tests/support/live-show-samples.ts';
import { FAN, samplePrediction, sampleShow } from '../../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../../tests/support/test-site.tsx';

const findSection = (name: string | RegExp) => screen.getByRole('region', { name });

async function openLive(
  songCount: number,
  { isPredicted = true, others = [] }: { isPredicted?: boolean; others?: Prediction[] } = {},
) {
  const show = sampleShow(0, { status: 'live' });
  const site = createTestSite();
  const cancelled = sampleShow(2, { id: sampleSongId(8), name: 'Washed Out', status: 'cancelled' });
  const open = sampleShow(50, { id: sampleSongId(9), name: 'The Next Night' });
  site.respond(listUpcomingShows, [show, cancelled, open]);
  site.respond(listMyPredictions, isPredicted ? [samplePrediction(show, [1, 2])] : others);
  site.respond(getMyShowRow, isPredicted ? myRow(2, 51) : undefined);
  site.respond(getShowLeaderboard, [leaderboardRow(1, 68), leaderboardRow(2, 51)]);
  site.respond(listLiveShows, [show]);
  site.respond(
    getSetlist,
    Array.from({ length: songCount }, (_, index) => setlistEntry(index + 1)),
  );
  await site.open('/', FAN);
  return within(findSection('Live Now'));
}

const OTHER = sampleShow(50, { id: sampleSongId(7) });

test('shows the last five songs of a live show, the newest as Now Playing', async () => {
  const live = await openLive(6);
  live.getByText('Showing last 5 songs • 6 total');
  expect(live.getByRole('link', { name: 'Watch live' }).getAttribute('href')).toBe('/live-setlist');
  const rows = live.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows).toHaveLength(5);
  expect(rows[0]).toContain('Song 2');
  expect(rows.map((text) => text?.includes('Now Playing'))).toEqual([
    ...[false, false, false, false, true],
  ]);
});

test("shows the fan's points and rank next to a live show's songs", async () => {
  const live = await openLive(6);
  const figures = live.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(figures).toEqual(['51', '2of 2']);
});

const isMain = (link: HTMLElement) => link.className.includes('bg-lamp');

test.each([
  [true, [true, false]],
  [false, [false, true]],
])('shows the next deadline below a predicted live show: %s', async (isPredicted, main) => {
  const others = [samplePrediction(OTHER, [1])];
  const live = await openLive(6, { isPredicted, others });
  live.getByText('Next:', { exact: false });
  expect(live.getByText(/^No prediction yet/).textContent).toMatch(/ · locks in 2 days$/);
  const links = live.getAllByRole('link');
  expect(links.map((link) => link.getAttribute('aria-label') ?? link.textContent)).toEqual([
    'Watch live',
    'Predict: The Next Night',
  ]);
  expect(links.map(isMain), 'the lamp').toEqual(main);
});

test("stamps the fan's picks among the songs of a live show", async () => {
  const live = await openLive(3);
  const rows = live.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows).toEqual([
    expect.stringContaining('41 points, opener'),
    expect.stringContaining('27 points, correct spot'),
    expect.not.stringContaining('points'),
  ]);
});

test('guides a newcomer to their first prediction before the live show', async () => {
  const live = await openLive(6, { isPredicted: false });
  live.getByText('Playing now. Watch how it scores.');
  const step = findSection(/^Your first prediction/);
  within(step).getByRole('link', { name: 'Predict: The Next Night' });
  const following = step.compareDocumentPosition(findSection('Live Now'));
  expect(following & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test('tells a fan with other predictions that they did not predict the live show', async () => {
  const live = await openLive(6, { isPredicted: false, others: [samplePrediction(OTHER, [1])] });
  live.getByText("You didn't predict this one.");
});

test('lists open shows first and omits the live one above', async () => {
  await openLive(6);
  const upcoming = within(findSection('Upcoming Shows Available for Prediction'));
  const names = upcoming
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent);
  expect(names).toEqual(['The Next Night', 'Washed Out']);
});

test('shows no rank for a live show that is about to start', async () => {
  const live = await openLive(0);
  live.getByText('Show starting soon...');
  expect(live.getAllByRole('definition').at(-1)?.textContent).toBe('–');
});
