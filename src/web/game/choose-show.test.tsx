import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listMyPredictions } from '#contract/predictions.ts';
import { listUpcomingShows, type Show } from '#contract/shows.ts';
import { sampleSongId } from '../../../tests/support/live-show-samples.ts';
import { FAN, samplePrediction, sampleShow } from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';

const OPEN = sampleShow(1.5, { tourName: 'The Letter Tour' });

test('lists the upcoming shows when no show is selected', async () => {
  const site = createTestSite();
  site.respond(listUpcomingShows, [OPEN]);
  await site.open('/game', FAN);
  screen.getByRole('heading', { level: 1, name: 'Prediction Game' });
  screen.getByText('Select a show to make your setlist prediction');
  const link = within(screen.getByRole('article')).getByRole('link', { name: /^Make Prediction/ });
  expect(link.textContent).toBe('Make Prediction');
  expect(link.getAttribute('href')).toBe(`/game?show=${OPEN.id}`);
});

test('lists a live show after the ones that can be predicted', async () => {
  const site = createTestSite();
  site.respond(listUpcomingShows, [sampleShow(1, { id: sampleSongId(8), status: 'live' }), OPEN]);
  await site.open('/game', FAN);
  const articles = screen.getAllByRole('article');
  within(articles[0] as HTMLElement).getByRole('link', { name: /^Make Prediction/ });
  within(articles[1] as HTMLElement).getByText('Live');
});

test('shows a countdown for the next open show, and groups the others by day with their lock times', async () => {
  const site = createTestSite();
  // Starts at noon, so that shows an hour apart are on the same day.
  const noon = Date.parse('2030-03-12T16:00:00Z');
  const showAt = (number: number, hours: number, overrides: Partial<Show> = {}) =>
    sampleShow(0, {
      ...{ id: sampleSongId(number), name: `Show ${number}`, tourName: 'The Letter Tour' },
      ...{ date: new Date(noon + hours * 3_600_000).toISOString(), ...overrides },
    });
  site.respond(listUpcomingShows, [
    showAt(1, 0),
    showAt(2, 1),
    showAt(3, 2, { locksAt: new Date(noon - 13 * 3_600_000).toISOString() }),
    showAt(4, 24),
  ]);
  site.respond(listMyPredictions, [samplePrediction(showAt(2, 1), [1, 2])]);
  await site.open('/game', FAN);
  const [next, ...others] = screen.getAllByRole('article');
  within(next as HTMLElement).getByRole('timer');
  expect(screen.getAllByRole('timer')).toHaveLength(1);
  expect(others.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^Show 2.*Open until 12:00 PM2 \/ 24 songsEdit Prediction$/),
    expect.stringMatching(/^Show 3.*Open until Mon 11:00 PMMake Prediction$/),
    expect.stringMatching(/^Show 4.*Open until 11:00 AMMake Prediction$/),
  ]);
  const edit = screen.getByRole('link', { name: 'Edit Prediction: Show 2' });
  expect(edit.getAttribute('href')).toMatch(/&edit=/);
  const days = screen.getAllByText(/^\w+, March 1\d, 2030$/);
  expect(days.map(({ textContent }) => textContent)).toEqual([
    ...['Tuesday, March 12, 2030', 'Tuesday, March 12, 2030', 'Wednesday, March 13, 2030'],
  ]);
});
