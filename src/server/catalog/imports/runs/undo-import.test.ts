import { asc } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { getLatestImport, type ImportJob, undoImport } from '#contract/imports.ts';
import type { Song } from '#contract/songs.ts';
import { buildUrl } from '#contract/url.ts';
import { formatShowLine } from '../../../../../tests/support/archives.ts';
import { createImportClient } from '../../../../../tests/support/import-client.ts';
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
let client: ReturnType<typeof createImportClient>;
beforeEach(async () => {
  app = await openTestApp();
  tour = planTour(app);
  client = createImportClient(app);
  // Existing data that an undo must preserve: a show entered by hand and two imported ones.
  const existingShow = await addShow({ name: 'By hand', city: 'Essex', date: '2011-11-11T20:00Z' });
  await tour.play(existingShow, await addSong('Ours alone'));
  await tour.setStatus(existingShow, 'closed');
  await client.load(
    formatShowLine({ id: 'known', date: '1990-01-01', venue: 'Known' }, 'Ember'),
    formatShowLine({ id: 'next', date: '2060-01-01', venue: 'Next' }),
  );
});
afterEach(async () => {
  const brokenInvariants = (await checkInvariants(app.database.db)).filter(
    ({ rows }) => rows.length > 0,
  );
  await app.close();
  expect(brokenInvariants).toEqual([]);
});

/** Everything an import writes, and fans' points. Excludes versions, which only grow. */
async function readEverything() {
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

const fetchLatestImport = async (): Promise<ImportJob> =>
  (await app.admin.get(getLatestImport.path)).json();
const undo = async (id?: number): Promise<TestResponse> =>
  app.admin.post(
    buildUrl(undoImport.path, { params: { id: id ?? (await fetchLatestImport()).id } }),
  );
const findSong = async (title: string) =>
  ((await app.admin.get('/api/songs')).json() as Song[]).find((song) => song.title === title);

const NEW = [
  formatShowLine({ id: 'new', date: '1990-02-01', venue: 'New' }, 'Ember', 'Gale', 'Ours alone'),
  formatShowLine({ id: 'later', date: '2060-02-01', venue: 'Later' }),
  formatShowLine({ id: 'known', date: '1990-01-01', venue: 'Known' }, 'Harbor'),
];

test('reverts everything an import wrote and keeps other data', async () => {
  const fan = await app.signUp('Marigold');
  const fields = {
    name: 'Tonight',
    city: 'Ithaca',
    venue: 'Barton Hall',
    timeZone: 'America/New_York',
  };
  const openShowId = await addShow({ ...fields, date: '2000-03-01T23:00Z' });
  await tour.addPrediction(fan.userId, openShowId, [await addSong('Isle')]);
  const previousContent = await readEverything();
  const filled = formatShowLine({ id: 'filled', date: '2000-03-01' }, 'Isle', 'Juniper');
  expect((await client.load(...NEW, filled)).slice(0, 4)).toEqual([
    'Shows: 2 new, 0 unchanged',
    'Setlists added to existing shows: 1',
    'Corrections to accept or dismiss on the Shows tab: 1',
    'Songs: 2 new',
  ]);
  expect(await tour.loadPoints(openShowId)).toEqual([41]);
  const response = await undo();
  expect([response.statusCode, response.json()]).toEqual([
    200,
    expect.objectContaining({ state: 'undone', lines: ['Everything it imported was removed.'] }),
  ]);
  expect(await readEverything()).toEqual(previousContent);
  expect((await undo()).json().message).toBe('This import has nothing to undo.');
  expect((await client.load(...NEW, filled)).slice(0, 2)).toEqual([
    'Shows: 2 new, 0 unchanged',
    'Setlists added to existing shows: 1',
  ]);
});

test('restores the proposal from before the import', async () => {
  const knownShow = { id: 'known', date: '1990-01-01', venue: 'Known' };
  await client.load(formatShowLine(knownShow, 'Gale'));
  const previousProposals = await client.listProposals();
  expect(previousProposals).toHaveLength(1);
  await client.load(formatShowLine({ ...knownShow, tour: 'Spring' }, 'Harbor'));
  expect(await client.listProposals()).not.toEqual(previousProposals);
  expect((await undo()).statusCode).toBe(200);
  expect(await client.listProposals()).toEqual(previousProposals);
});

test('keeps a song that was added to another setlist since', async () => {
  await client.load(...NEW);
  const byHand = await client.findShow('By hand');
  await tour.play(byHand.id, (await findSong('Gale'))?.id ?? '');
  expect((await undo()).statusCode).toBe(200);
  expect((await client.fetchSetlist(byHand.id)).map(({ song }) => song.title)).toEqual([
    'Ours alone',
    'Gale',
  ]);
});

test.each<[string, string, () => Promise<unknown>]>([
  [
    'one of its shows was changed',
    'Something from this import was changed later, so the import can no longer be undone.',
    async () =>
      app.admin.patch(`/api/shows/${(await client.findShow('New')).id}`, { venue: 'Hall B' }),
  ],
  [
    'one of its songs was changed',
    'Something from this import was changed later, so the import can no longer be undone.',
    async () => app.admin.patch(`/api/songs/${(await findSong('Gale'))?.id}`, { rarity: 'rare' }),
  ],
  [
    'one of its corrections was accepted',
    'Something from this import was changed later, so the import can no longer be undone.',
    async () => client.decide((await client.findShow('Known')).id, 'accept'),
  ],
  [
    'one of its shows was predicted',
    'Something from this import was predicted later, so the import can no longer be undone.',
    async () => {
      const fan = await app.signUp('Marigold');
      const songIds = [(await findSong('Ours alone'))?.id];
      const showId = (await client.findShow('Later')).id;
      await fan.post('/api/predictions', { showId, songIds });
    },
  ],
  [
    'a fan posted about one of its shows',
    'Something from this import was discussed later, so the import can no longer be undone.',
    async () => {
      const fan = await app.signUp('Marigold');
      const { id } = await client.findShow('New');
      await fan.post(`/api/forums/threads/${id}/posts`, { content: 'New!' });
    },
  ],
  [
    'one of its songs was predicted',
    'Something from this import was predicted later, so the import can no longer be undone.',
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
    () => client.load(formatShowLine({ id: 'another', date: '1990-03-01' }, 'Ember')),
  ],
])('rejects an undo after %s, and changes nothing', async (_, message, change) => {
  await client.load(...NEW);
  const { id } = await fetchLatestImport();
  await change();
  const previousContent = await readEverything();
  const response = await undo(id);
  expect([response.statusCode, response.json().message]).toEqual([409, message]);
  expect(await readEverything()).toEqual(previousContent);
});

test('undoes several imports, latest first', async () => {
  const previousContent = await readEverything();
  await client.load(...NEW);
  const firstRunId = (await fetchLatestImport()).id;
  await client.load(formatShowLine({ id: 'another', date: '1990-03-01' }, 'Kestrel'));
  expect((await undo()).statusCode).toBe(200);
  expect((await undo(firstRunId)).statusCode).toBe(200);
  expect(await readEverything()).toEqual(previousContent);
  expect((await undo(999_999)).statusCode).toBe(404);
});
