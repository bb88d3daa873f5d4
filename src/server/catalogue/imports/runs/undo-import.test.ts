import { asc } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { getLatestImport, type ImportJob, undoImport } from '#contract/imports.ts';
import type { Song } from '#contract/songs.ts';
import { urlOf } from '#contract/url.ts';
import { showLine } from '../../../../../tests/support/archives.ts';
import { importClient } from '../../../../../tests/support/import-client.ts';
import { type Answer, openTestApp, type TestApp } from '../../../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../../../tests/support/tour.ts';
import { users } from '../../../db/schema/accounts.ts';
import { importedShows, importedSongs, proposedChanges } from '../../../db/schema/imports.ts';
import { predictions } from '../../../db/schema/predictions.ts';
import { liveSetlistSongs } from '../../../db/schema/setlists.ts';
import { shows } from '../../../db/schema/shows.ts';
import { songs } from '../../../db/schema/songs.ts';
import { checkInvariants } from '../../../invariants/check.ts';

let server: TestApp;
let tour: Tour;
let desk: ReturnType<typeof importClient>;
beforeEach(async () => {
  server = await openTestApp();
  tour = planTour(server);
  desk = importClient(server);
  // Existing data that an undo must preserve: a show entered by hand and two imported ones.
  const old = await addShow({ name: 'By hand', city: 'Essex', date: '2011-11-11T20:00Z' });
  await tour.play(old, await addSong('Ours alone'));
  await tour.status(old, 'closed');
  await desk.load(
    showLine({ id: 'known', date: '1990-01-01', venue: 'Known' }, 'Ember'),
    showLine({ id: 'next', date: '2060-01-01', venue: 'Next' }),
  );
});
afterEach(async () => {
  const broken = (await checkInvariants(server.database.db)).filter(({ rows }) => rows.length > 0);
  await server.close();
  expect(broken).toEqual([]);
});

/** Everything an import writes, and fans' points. Excludes versions, which only grow. */
async function everything() {
  const { db } = server.database;
  const all = {
    shows: await db.select().from(shows).orderBy(asc(shows.id)),
    songs: await db.select().from(songs).orderBy(asc(songs.id)),
    rows: await db.select().from(liveSetlistSongs).orderBy(asc(liveSetlistSongs.id)),
    imported: await db.select().from(importedShows).orderBy(asc(importedShows.sourceId)),
    recognised: await db.select().from(importedSongs).orderBy(asc(importedSongs.importKey)),
    proposed: await db.select().from(proposedChanges).orderBy(asc(proposedChanges.showId)),
    predictions: await db.select().from(predictions).orderBy(asc(predictions.id)),
    fans: await db.select().from(users).orderBy(asc(users.id)),
  };
  return {
    ...all,
    shows: all.shows.map(({ version, ...show }) => show),
    fans: all.fans.map(({ totalPoints, gamesPlayed }) => ({ totalPoints, gamesPlayed })),
  };
}

const made = async (url: string, body: object): Promise<string> =>
  (await server.admin.post(url, body)).json().id;
const addShow = (body: object) => made('/api/shows', body);
const addSong = (title: string) => made('/api/songs', { title });

const latest = async (): Promise<ImportJob> =>
  (await server.admin.get(getLatestImport.path)).json();
const undo = async (id?: number): Promise<Answer> =>
  server.admin.post(urlOf(undoImport.path, { params: { id: id ?? (await latest()).id } }));
const songOf = async (title: string) =>
  ((await server.admin.get('/api/songs')).json() as Song[]).find((song) => song.title === title);

const NEW = [
  showLine({ id: 'new', date: '1990-02-01', venue: 'New' }, 'Ember', 'Gale', 'Ours alone'),
  showLine({ id: 'later', date: '2060-02-01', venue: 'Later' }),
  showLine({ id: 'known', date: '1990-01-01', venue: 'Known' }, 'Harbor'),
];

test('reverts everything an import wrote, and nothing else', async () => {
  const fan = await server.signUp('Marigold');
  const facts = {
    name: 'Tonight',
    city: 'Ithaca',
    venue: 'Barton Hall',
    timeZone: 'America/New_York',
  };
  const open = await addShow({ ...facts, date: '2000-03-01T23:00Z' });
  await tour.predicted(fan.userId, open, [await addSong('Isle')]);
  const before = await everything();
  const filled = showLine({ id: 'filled', date: '2000-03-01' }, 'Isle', 'Juniper');
  expect((await desk.load(...NEW, filled)).slice(0, 4)).toEqual([
    'Shows: 2 new, 0 unchanged',
    'Without a setlist before, with one now: 1',
    'Corrected by the archive, to be accepted or dismissed on the Shows tab: 1',
    'Songs: 2 new',
  ]);
  expect(await tour.pointsOf(open)).toEqual([41]);
  const answer = await undo();
  expect([answer.statusCode, answer.json()]).toEqual([
    200,
    expect.objectContaining({ state: 'undone', lines: ['All that it brought is gone.'] }),
  ]);
  expect(await everything()).toEqual(before);
  expect((await undo()).json().message).toBe('There is nothing of this import to undo.');
  // The same shows can be imported again.
  expect((await desk.load(...NEW, filled)).slice(0, 2)).toEqual([
    'Shows: 2 new, 0 unchanged',
    'Without a setlist before, with one now: 1',
  ]);
});

test('restores the proposal from before the import', async () => {
  const known = { id: 'known', date: '1990-01-01', venue: 'Known' };
  await desk.load(showLine(known, 'Gale'));
  const before = await desk.open();
  expect(before).toHaveLength(1);
  await desk.load(showLine({ ...known, tour: 'Spring' }, 'Harbor'));
  expect(await desk.open()).not.toEqual(before);
  expect((await undo()).statusCode).toBe(200);
  expect(await desk.open()).toEqual(before);
});

test('keeps a song that was added to another setlist since', async () => {
  await desk.load(...NEW);
  const byHand = await desk.findShow('By hand');
  await tour.play(byHand.id, (await songOf('Gale'))?.id ?? '');
  expect((await undo()).statusCode).toBe(200);
  expect((await desk.setlistOf(byHand.id)).map(({ song }) => song.title)).toEqual([
    'Ours alone',
    'Gale',
  ]);
});

test.each<[string, string, () => Promise<unknown>]>([
  [
    'a show of it was changed',
    'Something of this import was changed since. It cannot be undone any more.',
    async () =>
      server.admin.patch(`/api/shows/${(await desk.findShow('New')).id}`, { venue: 'Hall B' }),
  ],
  [
    'a song of it was changed',
    'Something of this import was changed since. It cannot be undone any more.',
    async () => server.admin.patch(`/api/songs/${(await songOf('Gale'))?.id}`, { rarity: 'rare' }),
  ],
  [
    'a correction of it was accepted',
    'Something of this import was changed since. It cannot be undone any more.',
    async () => desk.decide((await desk.findShow('Known')).id, 'accept'),
  ],
  [
    'a show of it was predicted',
    'Something of this import was predicted since. It cannot be undone any more.',
    async () => {
      const fan = await server.signUp('Marigold');
      const songIds = [(await songOf('Ours alone'))?.id];
      const showId = (await desk.findShow('Later')).id;
      await fan.post('/api/predictions', { showId, songIds });
    },
  ],
  [
    'a song of it was predicted',
    'Something of this import was predicted since. It cannot be undone any more.',
    async () => {
      const fan = await server.signUp('Marigold');
      const songIds = [(await songOf('Gale'))?.id];
      const showId = (await desk.findShow('Next')).id;
      await fan.post('/api/predictions', { showId, songIds });
    },
  ],
  [
    'another import came after it',
    'There was an import after this one. Undo that one first.',
    () => desk.load(showLine({ id: 'another', date: '1990-03-01' }, 'Ember')),
  ],
])('rejects an undo after %s, and changes nothing', async (_, sentence, change) => {
  await desk.load(...NEW);
  const { id } = await latest();
  await change();
  const before = await everything();
  const answer = await undo(id);
  expect([answer.statusCode, answer.json().message]).toEqual([409, sentence]);
  expect(await everything()).toEqual(before);
});

test('undoes several imports, latest first', async () => {
  const before = await everything();
  await desk.load(...NEW);
  const first = (await latest()).id;
  await desk.load(showLine({ id: 'another', date: '1990-03-01' }, 'Kestrel'));
  expect((await undo()).statusCode).toBe(200);
  expect((await undo(first)).statusCode).toBe(200);
  expect(await everything()).toEqual(before);
  expect((await undo(999_999)).statusCode).toBe(404);
});
