import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listMyPredictions, type Prediction } from '#contract/predictions.ts';
import { getSetlist } from '#contract/setlists.ts';
import { listLiveShows, listUpcomingShows, type Show } from '#contract/shows.ts';
import { sampleSongId, setlistEntry } from '../../../../tests/support/live-show-samples.ts';
import { FAN, samplePrediction, sampleShow } from '../../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../../tests/support/test-site.tsx';

async function openDashboard(data: { shows?: Show[]; predictions?: Prediction[] } = {}) {
  const site = createTestSite();
  site.respond(listUpcomingShows, data.shows ?? []);
  site.respond(listMyPredictions, data.predictions ?? []);
  const totals = { totalPoints: 51, gamesPlayed: 2, averageScore: '25.50' };
  await site.open('/', { ...FAN, ...totals });
}

const findSection = (name: string) => screen.getByRole('region', { name });

test('greets the fan and shows four totals', async () => {
  await openDashboard();
  screen.getByRole('heading', { level: 1, name: 'Welcome back, madder!' });
  const labels = screen.getAllByRole('term').map(({ textContent }) => textContent);
  expect(labels).toEqual(['Total Points', 'Games Played', 'Average Score', 'Current Rank']);
  const values = screen.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(values).toEqual(['51', '2', '25.5', '--']);
});

test('offers upcoming shows for prediction until they lock', async () => {
  const date = '2030-03-10T23:30:00Z';
  const openShow = sampleShow(0, { date, tourName: 'The Letter Tour' });
  await openDashboard({ shows: [openShow, sampleShow(59 / 60, { id: sampleSongId(2) })] });
  const upcoming = within(findSection('Upcoming Shows Available for Prediction'));
  const [first, second] = upcoming.getAllByRole('article').map((ticket) => within(ticket));
  for (const text of ['Open', 'The Letter Tour', 'Richmond, VA', 'Sunday, March 10, 2030'])
    first?.getByText(text);
  first?.getByText('7:30 PM EDT');
  const link = first?.getByRole('link', { name: /^Make Prediction/ });
  expect(link?.textContent).toBe('Make Prediction');
  expect(link?.getAttribute('href')).toBe(`/game?show=${openShow.id}`);
  expect(second?.getByRole('button', { name: 'Closed' })).toHaveProperty('disabled', true);
  expect(second?.queryByRole('link')).toBeNull();
});

test('shows an empty state without upcoming shows', async () => {
  await openDashboard();
  screen.getByText('No upcoming shows available at the moment. Check back soon!');
});

test("lists five of the fan's predictions and three quick actions", async () => {
  const predictions = [3, 4, 5, 6, 2, 1].map((number) => {
    const show = sampleShow(0, { name: `Night ${number}`, date: '2030-03-10T23:30:00Z' });
    const points = number === 2 ? 10 : null;
    return samplePrediction({ ...show, id: sampleSongId(number) }, [1, 2], { points });
  });
  await openDashboard({ predictions });
  const panel = within(findSection('Your Predictions'));
  const rows = panel.getAllByRole('listitem').map((row) => within(row));
  const lastItem = panel.getAllByRole('listitem').at(-1);
  expect(rows).toHaveLength(5);
  panel.getByText('6 total');
  rows[0]?.getByText('Night 3');
  rows[0]?.getByText('Richmond, VA · Mar 10, 2030 · 2 songs');
  rows[0]?.getByText('Pending');
  expect(lastItem?.textContent).toMatch(/^Night 2.*10 pts$/);
  const actions = within(findSection('Quick Actions')).getAllByRole('link');
  expect(actions.map((link) => link.getAttribute('href'))).toEqual([
    ...['/leaderboard', '/statistics', '/shows'],
  ]);
});

/** Opens the dashboard during a live show with this number of songs. */
async function openLive(songCount: number) {
  const show = sampleShow(0, { status: 'live' });
  const site = createTestSite();
  site.respond(listUpcomingShows, [show]);
  site.respond(listLiveShows, [show]);
  site.respond(
    getSetlist,
    Array.from({ length: songCount }, (_, index) => setlistEntry(index + 1)),
  );
  await site.open('/', FAN);
  return within(findSection('Live Now'));
}

test('shows the last five songs of a live show, the newest as Now Playing', async () => {
  const live = await openLive(6);
  live.getByText('Showing last 5 songs • 6 total');
  expect(live.getByRole('link').getAttribute('href')).toBe('/live-setlist');
  const rows = live.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows).toHaveLength(5);
  expect(rows[0]).toContain('Song 2');
  expect(rows.map((text) => text?.includes('Now Playing'))).toEqual([
    ...[false, false, false, false, true],
  ]);
});

test('shows that a live show is about to start', async () => {
  const live = await openLive(0);
  live.getByText('Show starting soon...');
});
