import { afterAll, beforeEach, expect, test } from 'vitest';
import type { ProposedChange } from '#contract/imports.ts';
import type { SetlistEntry } from '#contract/setlists.ts';
import type { Show } from '#contract/shows.ts';
import { fmSetlist, fmUpload, upload } from '../../../../../tests/support/archives.ts';
import { openTestApp, type TestApp } from '../../../../../tests/support/test-app.ts';
import { planTour } from '../../../../../tests/support/tour.ts';

let server: TestApp | undefined;
beforeEach(async () => {
  await server?.close();
  server = await openTestApp();
});
afterAll(() => server?.close());

const admin = () => {
  if (!server) throw new Error('It was opened.');
  return server.admin;
};

/** Two shows on one day in one hall. setlist.fm does not order them. */
const EARLY = fmSetlist({ id: 'a1' }, ['Ember']);
const LATE = fmSetlist({ id: 'b2' }, ['Gale']);
const ELSEWHERE = fmSetlist(
  { id: '00', venue: { name: 'Elsewhere', city: { name: 'Essex' } }, eventDate: '08-05-2019' },
  ['Isle'],
);

async function load(...setlists: unknown[]): Promise<string[]> {
  const answer = (await upload(admin(), fmUpload(...setlists))).json();
  expect(answer).toMatchObject({ state: 'done' });
  return answer.lines;
}

/** Returns the start in UTC and the songs of each show in Barton Hall. */
async function nights(): Promise<string[]> {
  const all: Show[] = (await admin().get('/api/shows')).json();
  const lines = all
    .filter(({ venue }) => venue === 'Barton Hall')
    .map(async ({ id, date }) => {
      const rows: SetlistEntry[] = (await admin().get(`/api/shows/${id}/setlist`)).json();
      return [date.slice(0, 16), ...rows.map(({ song }) => song.title)].join(' ');
    });
  return (await Promise.all(lines)).sort();
}
const proposed = async (): Promise<ProposedChange[]> =>
  (await admin().get('/api/admin/proposed-changes')).json();

async function byHand(date: string, title?: string): Promise<void> {
  const facts = { name: 'By hand', venue: 'Barton Hall', city: 'Ithaca' };
  const show = await admin().post('/api/shows', {
    ...facts,
    date,
    timeZone: 'America/New_York',
  });
  if (!title) return;
  const song = (await admin().post('/api/songs', { title })).json().id;
  await planTour(server as TestApp).play(show.json().id, song);
}

const FIRST = '2019-05-08T23:30';
const SECOND = '2019-05-09T01:30';

test('orders two shows of a day by id, and a second run changes nothing', async () => {
  const lines = await load(LATE, EARLY, ELSEWHERE);
  expect(lines).toContain('Second shows of a day: 1');
  const once = [`${FIRST} Ember`, `${SECOND} Gale`];
  expect(await nights()).toEqual(once);
  expect(await load(LATE, EARLY, ELSEWHERE)).toContain('Shows of setlist.fm: 0 new, 3 unchanged');
  expect([await nights(), await proposed()]).toEqual([once, []]);
});

test('places a show that the archive adds later after the existing one, regardless of its id', async () => {
  await load(LATE);
  expect(await nights()).toEqual([`${FIRST} Gale`]);
  await load(LATE, EARLY);
  expect(await nights()).toEqual([`${FIRST} Gale`, `${SECOND} Ember`]);
});

test('matches the first of two shows to the manually created one and creates the second without proposals', async () => {
  await byHand(`${FIRST}Z`, 'Ember');
  await load(LATE, EARLY);
  expect([await nights(), await proposed()]).toEqual([[`${FIRST} Ember`, `${SECOND} Gale`], []]);
});

test('matches two manually created shows even when the archive adds one of them later', async () => {
  await byHand('2019-05-08T19:00Z');
  await byHand('2019-05-09T00:00Z');
  await load(LATE);
  expect(await nights()).toEqual(['2019-05-08T19:00 Gale', '2019-05-09T00:00']);
  await load(LATE, EARLY);
  expect(await nights()).toEqual(['2019-05-08T19:00 Gale', '2019-05-09T00:00 Ember']);
});
