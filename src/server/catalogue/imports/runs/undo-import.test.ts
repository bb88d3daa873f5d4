import { asc } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { getLatestImport, type ImportJob, undoImport } from '#contract/imports.ts';
import type { Song } from '#contract/songs.ts';
import { buildUrl } from '#contract/url.ts';
import { showLine } from '../../../../../tests/support/archives.ts';
import { importClient } from '../../../../../tests/support/import-client.ts';
import {
  openTestApp,
  type TestApp,
  type TestResponse,
} from '../../../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../../../tests/support/tour.ts';
import { users } from '../../../db/schema/accounts.ts';
import { importedShows, importedSongs, proposedChanges } from '../../../db/schema/imports.ts';
import { predictions } from '../../../db/schema/predictions.ts';
import { liveSetlistSongs } from '../../../db/schema/setlists.ts';
import { shows } from '../../../db/schema/shows.ts';
import { songs } from '../../../db/schema/songs.ts';
import { checkInvariants } from '../../../invariants/check.ts';

let app: TestApp;
let tour: Tour;
let client: ReturnType<typeof importClient>;
beforeEach(async () => {
  app = await openTestApp();
  tour = planTour(app);
  client = importClient(app);
  // Existing data that an undo must preserve: a show entered by hand and two imported ones.
  const existingShow = await addShow({ name: 'By hand', city: 'Essex', date: '2011-11-11T20:00Z' });
  await tour.play(existingShow, await addSong('Ours alone'));
  await tour.setStatus(existingShow, 'closed');
  await client.load(
    showLine({ id: 'known', date: '1990-01-01', venue: 'Known' }, 'Ember'),
    showLine({ id: 'next', date: '2060-01-01', venue: 'Next' }),
  );
});
afterEach(async () => {
  const broken = (await checkInvariants(app.database.db)).filter(({ rows }) => rows.length > 0);
  await app.close();
  expect(broken).toEqual([]);
});

/** Everything an import writes, and fans' points. Excludes versions, which only grow. */
async function everything() {
  const { db } = app.database;
  const tables = {
    shows: await db.select().from(shows).orderBy(asc(shows.id)),
    songs: await db.select().from(songs).orderBy(asc(songs.id)),
    rows: await db.select().from(liveSetlistSongs).orderBy(asc(liveSetlistSongs.id)),
    imported: await db.select().from(importedShows).orderBy(asc(importedShows.sourceId)),
    songKeys: await db.select().from(importedSongs).orderBy(asc(importedSongs.importKey)),
    proposed: await db.select().from(proposedChanges).orderBy(asc(proposedChanges.showId)),
    predictions: await db.select().from(predictions).orderBy(asc(predictions.id)),
    fans: await db.select().from(users).orderBy(asc(users.id)),
  };
  return {
    ...tables,
    shows: tables.shows.map(({ version, ...show }) => show),
    fans: tables.fans.map(({ totalPoints, gamesPlayed }) => ({ totalPoints, gamesPlayed })),
  };
}

const create = async (url: string, body: object): Promise<string> =>
  (await app.admin.post(url, body)).json().id;
const addShow = (body: object) => create('/api/shows', body);
const addSong = (title: string) => create('/api/songs', { title });

const latest = async (): Promise<ImportJob> => (await app.admin.get(getLatestImport.path)).json();
const undo = async (id?: number): Promise<TestResponse> =>
  app.admin.post(buildUrl(undoImport.path, { params: { id: id ?? (await latest()).id } }));
const findSong = async (title: string) =>
  ((await app.admin.get('/api/songs')).json() as Song[]).find((song) => song.title === title);

const NEW = [
  showLine({ id: 'new', date: '1990-02-01', venue: 'New' }, 'Ember', 'Gale', 'Ours alone'),
  showLine({ id: 'later', date: '2060-02-01', venue: 'Later' }),
  showLine({ id: 'known', date: '1990-01-01', venue: 'Known' }, 'Harbor'),
];

test('reverts everything an import wrote, and nothing else', async () => {
  const fan = await app.signUp('Marigold');
  const fields = {
    name: 'Tonight',
    city: 'Ithaca',
    venue: 'Barton Hall',
    timeZone: 'America/New_York',
  };
  const open = await addShow({ ...fields, date: '2000-03-01T23:00Z' });
  await tour.addPrediction(fan.userId, open, [await addSong('Isle')]);
  const before = await everything();
  const filled = showLine({ id: 'filled', date: '2000-03-01' }, 'Isle', 'Juniper');
  expect((await client.load(...NEW, filled)).slice(0, 4)).toEqual([
    'Shows: 2 new, 0 unchanged',
    'Setlists added to existing shows: 1',
    'Corrections to accept or dismiss on the Shows tab: 1',
    'Songs: 2 new',
  ]);
  expect(await tour.loadPoints(open)).toEqual([41]);
  const response = await undo();
  expect([response.statusCode, response.json()]).toEqual([
    200,
    expect.objectContaining({ state: 'undone', lines: ['Everything it imported was removed.'] }),
  ]);
  expect(await everything()).toEqual(before);
  expect((await undo()).json().message).toBe('This import has nothing to undo.');
  // The same shows can be imported again.
  expect((await client.load(...NEW, filled)).slice(0, 2)).toEqual([
    'Shows: 2 new, 0 unchanged',
    'Setlists added to existing shows: 1',
  ]);
});

test('restores the proposal from before the import', async () => {
  const known = { id: 'known', date: '1990-01-01', venue: 'Known' };
  await client.load(showLine(known, 'Gale'));
  const before = await client.open();
  expect(before).toHaveLength(1);
  await client.load(showLine({ ...known, tour: 'Spring' }, 'Harbor'));
  expect(await client.open()).not.toEqual(before);
  expect((await undo()).statusCode).toBe(200);
  expect(await client.open()).toEqual(before);
});

test('keeps a song that was added to another setlist since', async () => {
  await client.load(...NEW);
  const byHand = await client.findShow('By hand');
  await tour.play(byHand.id, (await findSong('Gale'))?.id ?? '');
  expect((await undo()).statusCode).toBe(200);
  expect((await client.setlistOf(byHand.id)).map(({ song }) => song.title)).toEqual([
    'Ours alone',
    'Gale',
  ]);
});

test.each<[string, string, () => Promise<unknown>]>([
  [
    'one of its shows was changed',
    'Something from this import was changed since, so it can no longer be undone.',
    async () =>
      app.admin.patch(`/api/shows/${(await client.findShow('New')).id}`, { venue: 'Hall B' }),
  ],
  [
    'one of its songs was changed',
    'Something from this import was changed since, so it can no longer be undone.',
    async () => app.admin.patch(`/api/songs/${(await findSong('Gale'))?.id}`, { rarity: 'rare' }),
  ],
  [
    'one of its corrections was accepted',
    'Something from this import was changed since, so it can no longer be undone.',
    async () => client.decide((await client.findShow('Known')).id, 'accept'),
  ],
  [
    'one of its shows was predicted',
    'Something from this import was predicted since, so it can no longer be undone.',
    async () => {
      const fan = await app.signUp('Marigold');
      const songIds = [(await findSong('Ours alone'))?.id];
      const showId = (await client.findShow('Later')).id;
      await fan.post('/api/predictions', { showId, songIds });
    },
  ],
  [
    'one of its songs was predicted',
    'Something from this import was predicted since, so it can no longer be undone.',
    async () => {
      const fan = await app.signUp('Marigold');
      const songIds = [(await findSong('Gale'))?.id];
      const showId = (await client.findShow('Next')).id;
      await fan.post('/api/predictions', { showId, songIds });
    },
  ],
  [
    'a later import',
    'A later import exists. Undo it first.',
    () => client.load(showLine({ id: 'another', date: '1990-03-01' }, 'Ember')),
  ],
])('rejects an undo after %s, and changes nothing', async (_, message, change) => {
  await client.load(...NEW);
  const { id } = await latest();
  await change();
  const before = await everything();
  const response = await undo(id);
  expect([response.statusCode, response.json().message]).toEqual([409, message]);
  expect(await everything()).toEqual(before);
});

test('undoes several imports, latest first', async () => {
  const before = await everything();
  await client.load(...NEW);
  const first = (await latest()).id;
  await client.load(showLine({ id: 'another', date: '1990-03-01' }, 'Kestrel'));
  expect((await undo()).statusCode).toBe(200);
  expect((await undo(first)).statusCode).toBe(200);
  expect(await everything()).toEqual(before);
  expect((await undo(999_999)).statusCode).toBe(404);
});
