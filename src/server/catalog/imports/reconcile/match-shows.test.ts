import { afterAll, beforeEach, expect, test } from 'vitest';
import type { ProposedChange } from '#contract/imports.ts';
import type { SetlistEntry } from '#contract/setlists.ts';
import type { Show } from '#contract/shows.ts';
import { buildFmSetlist, buildFmUpload, upload } from '../../../../../tests/support/archives.ts';
import { openTestApp, type TestApp } from '../../../../../tests/support/test-app.ts';
import { planTour } from '../../../../../tests/support/tour.ts';

let app: TestApp | undefined;
beforeEach(async () => {
  await app?.close();
  app = await openTestApp();
});
afterAll(() => app?.close());

const getAdmin = () => {
  if (!app) throw new Error('The app is not open');
  return app.admin;
};

/** Two shows on the same day at the same venue, which setlist.fm does not order. */
const EARLY = buildFmSetlist({ id: 'a1' }, ['Ember']);
const LATE = buildFmSetlist({ id: 'b2' }, ['Gale']);
const ELSEWHERE = buildFmSetlist(
  { id: '00', venue: { name: 'Elsewhere', city: { name: 'Essex' } }, eventDate: '08-05-2019' },
  ['Isle'],
);

async function load(...setlists: unknown[]): Promise<string[]> {
  const body = (await upload(getAdmin(), buildFmUpload(...setlists))).json();
  expect(body).toMatchObject({ state: 'done' });
  return body.lines;
}

async function listShows(): Promise<string[]> {
  const shows: Show[] = (await getAdmin().get('/api/shows')).json();
  const lines = shows
    .filter(({ venue }) => venue === 'Barton Hall')
    .map(async ({ id, date }) => {
      const rows: SetlistEntry[] = (await getAdmin().get(`/api/shows/${id}/setlist`)).json();
      return [date.slice(0, 16), ...rows.map(({ song }) => song.title)].join(' ');
    });
  return (await Promise.all(lines)).sort();
}
const listProposals = async (): Promise<ProposedChange[]> =>
  (await getAdmin().get('/api/admin/proposed-changes')).json();

async function addShowByHand(date: string, title?: string): Promise<void> {
  const fields = { name: 'By hand', venue: 'Barton Hall', city: 'Ithaca' };
  const show = await getAdmin().post('/api/shows', {
    ...fields,
    date,
    timeZone: 'America/New_York',
  });
  if (!title) return;
  const song = (await getAdmin().post('/api/songs', { title })).json().id;
  await planTour(app as TestApp).play(show.json().id, song);
}

const FIRST = '2019-05-08T23:30';
const SECOND = '2019-05-09T01:30';

test('orders two shows on one day by ID, and a second run changes nothing', async () => {
  const lines = await load(LATE, EARLY, ELSEWHERE);
  expect(lines).toContain('Second shows on the same day: 1');
  const expectedShows = [`${FIRST} Ember`, `${SECOND} Gale`];
  expect(await listShows()).toEqual(expectedShows);
  expect(await load(LATE, EARLY, ELSEWHERE)).toContain('Shows from setlist.fm: 0 new, 3 unchanged');
  expect([await listShows(), await listProposals()]).toEqual([expectedShows, []]);
});

test('places a show that the archive adds later after the existing one, regardless of its ID', async () => {
  await load(LATE);
  expect(await listShows()).toEqual([`${FIRST} Gale`]);
  await load(LATE, EARLY);
  expect(await listShows()).toEqual([`${FIRST} Gale`, `${SECOND} Ember`]);
});

test('matches the first of two shows to the manually created one and creates the second without proposals', async () => {
  await addShowByHand(`${FIRST}Z`, 'Ember');
  await load(LATE, EARLY);
  expect([await listShows(), await listProposals()]).toEqual([
    [`${FIRST} Ember`, `${SECOND} Gale`],
    [],
  ]);
});

test('matches two manually created shows even when the archive adds one of them later', async () => {
  await addShowByHand('2019-05-08T19:00Z');
  await addShowByHand('2019-05-09T00:00Z');
  await load(LATE);
  expect(await listShows()).toEqual(['2019-05-08T19:00 Gale', '2019-05-09T00:00']);
  await load(LATE, EARLY);
  expect(await listShows()).toEqual(['2019-05-08T19:00 Gale', '2019-05-09T00:00 Ember']);
});
