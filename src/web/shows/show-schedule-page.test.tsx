import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listMyPredictions, type Prediction } from '#contract/predictions.ts';
import { RESULTS_FEED } from '#contract/results-feed.ts';
import { listShows, type Show } from '#contract/shows.ts';
import { sampleSongId } from '../../../tests/support/live-show-samples.ts';
import { FAN, samplePrediction, sampleShow } from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';

async function openSchedule(shows: Show[], predictions: Prediction[] = []) {
  const site = createTestSite();
  site.respond(listShows, shows);
  site.respond(listMyPredictions, predictions);
  await site.open('/shows', FAN);
}

const listHeadings = () =>
  screen.getAllByRole('heading').map((heading) => `${heading.tagName} ${heading.textContent}`);

test('shows an empty state when there are no shows', async () => {
  await openSchedule([]);
  screen.getByText('No shows in the schedule yet. Check back soon!');
});

test('groups the shows by month, with a badge only for an unusual status', async () => {
  const noon = (day: string) => ({ date: `${day}T17:00:00Z`, timeZone: 'America/New_York' });
  await openSchedule([
    sampleShow(0, { id: sampleSongId(1), name: 'Soon', ...noon('2099-06-30') }),
    sampleShow(0, { id: sampleSongId(2), name: 'Later', ...noon('2099-07-01') }),
    sampleShow(0, { id: sampleSongId(3), name: 'Off', status: 'cancelled', ...noon('2099-07-02') }),
    sampleShow(0, { id: sampleSongId(4), name: 'Past', status: 'closed', ...noon('2025-03-01') }),
  ]);
  expect(listHeadings()).toEqual([
    ...['H1 Show Schedule', 'H2 Upcoming Shows', 'H3 June 2099', 'H4 Soon'],
    ...['H3 July 2099', 'H4 Later', 'H4 Off', 'H2 Past Shows', 'H3 March 2025', 'H4 Past'],
  ]);
  screen.getByText('Cancelled');
  expect(screen.queryByText('Open')).toBeNull();
  expect(screen.getAllByText('Closed')).toHaveLength(1);
});

test("shows the venue's time and the viewer's time on one line", async () => {
  await openSchedule([
    sampleShow(0, { date: '2099-07-01T03:00:00Z', timeZone: 'Pacific/Auckland' }),
  ]);
  const time = screen.getByText('3:00 PM GMT+12');
  expect(time.parentElement?.textContent).toMatch(/3:00 PM GMT\+12 · .* your time/);
});

test('shows the Live badge only once', async () => {
  await openSchedule([sampleShow(0, { status: 'live' })]);
  expect(screen.getAllByText('Live')).toHaveLength(1);
});

test('counts the songs of a predicted show, and highlights the next open one without a prediction', async () => {
  const [predicted, next, later] = [10, 20, 30].map((hours, index) =>
    sampleShow(hours, { id: sampleSongId(index + 1), name: `Night ${index + 1}` }),
  ) as [Show, Show, Show];
  await openSchedule([predicted, next, later], [samplePrediction(predicted, [1, 2])]);
  screen.getByText('2 / 24 songs');
  const classOf = (name: string) => screen.getByRole('link', { name }).className;
  expect(classOf('Make Prediction: Night 2')).toContain('bg-lamp');
  expect(classOf('Make Prediction: Night 3')).not.toContain('bg-lamp');
  expect(classOf('Edit Prediction: Night 1')).not.toContain('bg-lamp');
});

test('marks only the date of the next show', async () => {
  const shows = [0.5, 10, 20].map((hours, n) => sampleShow(hours, { id: sampleSongId(n + 1) }));
  await openSchedule(shows);
  const stubs = screen
    .getAllByRole('article')
    .map((ticket) => ticket.querySelector('.ticket-stub'));
  expect(stubs.map((stub) => stub?.classList.contains('bg-lamp'))).toEqual([false, true, false]);
});

test('links to the feed of results next to the past shows', async () => {
  await openSchedule([sampleShow(-48, { status: 'closed' })]);
  const link = screen.getByRole('link', { name: 'Results in your feed reader' });
  expect(link).toHaveProperty('pathname', RESULTS_FEED.path);
});
