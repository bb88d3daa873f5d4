import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type FanSheet, getFanSheet } from '#contract/fan-sheets.ts';
import { paths } from '#contract/pages.ts';
import { getShow, type Show } from '#contract/shows.ts';
import { FAN, sampleShow } from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';

const CLOSED = sampleShow(-3, { status: 'closed' });
const NAME = 'Vital';

const SHEET: NonNullable<FanSheet['sheet']> = {
  submittedAt: '2026-03-10T20:00:00Z',
  points: 51,
  standing: { rank: 3, total: 412 },
  picks: [
    {
      ...{ position: 1, title: 'Ember', album: 'Coals' },
      score: { points: 41, tone: 'special', badge: 'Opener' },
    },
    {
      ...{ position: 2, title: 'Gale', album: null },
      score: { points: 10, tone: 'elsewhere', badge: 'Wrong' },
    },
  ],
};

async function openSheet(show: Show, sheet: FanSheet['sheet'], username = NAME) {
  const site = createTestSite();
  site.respond(getShow, show);
  site.respond(getFanSheet, { username, show, sheet });
  await site.open(paths.fanSheet({ username, id: show.id }), FAN);
  return site;
}

test('shows the picks with their stamps, the points, the rank and the submission', async () => {
  const site = await openSheet(CLOSED, SHEET);
  expect(site.listCalls(getFanSheet)[0]?.path).toBe(`/api/fans/Vital/shows/${CLOSED.id}`);
  screen.getByRole('heading', { level: 1, name: NAME });
  const picks = within(screen.getByRole('list', { name: 'Songs' })).getAllByRole('listitem');
  expect(picks.map(({ textContent }) => textContent)).toEqual([
    '1EmberCoals4141 points, Opener',
    '2Gale1010 points, Wrong',
  ]);
  screen.getByText('#3 / 412');
  screen.getByText('Total points');
  screen.getByText(/^Submitted Tuesday, March 10, 2026/);
});

test('adds up the points of a live show', async () => {
  await openSheet(sampleShow(-1, { status: 'live' }), { ...SHEET, points: null });
  expect(screen.getByText('Points so far').previousSibling?.textContent).toBe('51 ');
});

test('requests no sheet before the lock', async () => {
  const site = await openSheet(sampleShow(30), SHEET);
  screen.getByRole('heading', { name: 'Hidden until predictions lock' });
  screen.getByText(/^Sheets for An Evening by the River open when predictions lock, on /);
  expect(site.listCalls(getFanSheet)).toEqual([]);
});

test('shows that the predictions of a postponed show stay hidden', async () => {
  await openSheet(sampleShow(-1, { status: 'postponed' }), SHEET);
  screen.getByText('An Evening by the River is postponed. Its predictions stay hidden.');
});

test('shows my own sheet before the lock', async () => {
  await openSheet(sampleShow(30), { ...SHEET, points: null, standing: null }, FAN.username);
  screen.getByRole('list', { name: 'Songs' });
});

test('recognizes my own sheet regardless of the case of my username', async () => {
  const sheet = { ...SHEET, points: null, standing: null };
  await openSheet(sampleShow(30), sheet, FAN.username.toUpperCase());
  screen.getByRole('list', { name: 'Songs' });
});

test('shows that a sheet is private', async () => {
  await openSheet(CLOSED, null);
  screen.getByText('This fan keeps their predictions private.');
});

test.each(["There's no fan with this name.", 'This fan has no prediction for this show.'])(
  'shows the server’s message if there is no sheet: %s',
  async (message) => {
    const site = createTestSite();
    site.respond(getShow, CLOSED);
    site.reject(getFanSheet, message, 404);
    await site.open(paths.fanSheet({ username: NAME, id: CLOSED.id }), FAN);
    screen.getByRole('heading', { name: 'No prediction' });
    screen.getByText(message);
  },
);

test('offers to retry after an error', async () => {
  const site = createTestSite();
  site.respond(getShow, CLOSED);
  site.reject(getFanSheet);
  await site.open(paths.fanSheet({ username: NAME, id: CLOSED.id }), FAN);
  screen.getByText('The sheet could not be loaded.');
  site.respond(getFanSheet, { username: NAME, show: CLOSED, sheet: SHEET });
  await site.user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('list', { name: 'Songs' });
});

test('shows that a show does not exist', async () => {
  const site = createTestSite();
  site.reject(getShow, 'Show not found.', 404);
  await site.open(paths.fanSheet({ username: NAME, id: 'x' }), FAN);
  screen.getByRole('heading', { name: 'Show not found.' });
});
