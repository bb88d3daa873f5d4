import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY } from '#contract/durations.ts';
import type { SetlistEntry } from '#contract/setlists.ts';
import { SHOW_STATUSES, type Show } from '#contract/shows.ts';
import type { Song } from '#contract/songs.ts';
import { liveSetlistSongs } from '#server/db/schema/setlists.ts';
import { shows } from '#server/db/schema/shows.ts';
import { songs } from '#server/db/schema/songs.ts';
import { openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { addShow, createChanges, ok } from '../../../tests/support/tour.ts';
import { createLocalBus } from '../changes/bus.ts';

let app: TestApp;
const bus = createLocalBus();

beforeAll(async () => {
  app = await openTestApp({ bus });
});
afterAll(() => app.close());

const NOW = Date.now();

const IMPORTED = [
  { title: 'Ember', importedTimesPlayed: 10, importedAveragePosition: '4.50' },
  { title: 'Fathom', importedTimesPlayed: 3, importedLastPlayed: new Date('2020-05-01') },
  { title: 'Gallop', importedFirstPlayed: new Date('2010-05-01') },
  { title: 'Half a Lighthouse' },
];

const change = fc.record({
  kind: fc.constantFrom(
    'add',
    'insert',
    'move',
    'replace',
    'remove',
    'undo',
    'status',
    'date',
    'wait',
  ),
  show: fc.nat(2),
  song: fc.nat(3),
  index: fc.nat(10),
  status: fc.constantFrom(...SHOW_STATUSES),
});

test('the statistics equal the imported values plus the setlists of started shows after any changes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 10, maxLength: 30 }), async (changes) => {
      const songIds = await importSongs();
      const testShows = [await addShowIn(-20), await addShowIn(-10), await addShowIn(10)];
      for (const { kind, show, song, index, status } of changes) {
        const [id, songId] = [testShows[show]?.id, songIds[song]];
        if (!id) throw new Error('There are three shows');
        await applyChange(`/api/shows/${id}`, { kind, songId, index, status });
        expect(await readStats()).toEqual(await recount());
      }
    }),
    { numRuns: 10, endOnFailure: true },
  );
});

test('the average weights the imported average by its count, to two places', async () => {
  const [ember] = await importSongs();
  const show = await addShowIn(-1);
  for (const songId of [ember, ember])
    ok(await app.admin.post(`/api/shows/${show.id}/setlist`, { songId }));
  const [songStats] = await readStats();
  // (10 × 4.5 + 1 + 2) / 12
  expect(songStats).toMatchObject({ title: 'Ember', timesPlayed: 12, averagePosition: '4.00' });
});

test.each(['before', 'after'] as const)(
  'the statistics count a row of an open show after its start if it was entered %s the start',
  async (when) => {
    const [ember] = await importSongs();
    const show = await addShowIn(1);
    const bystander = await addShowIn(3);
    ok(await app.admin.post(`/api/shows/${bystander.id}/setlist`, { songId: ember }));
    if (when === 'after') app.clock.now += DAY;
    ok(await app.admin.post(`/api/shows/${show.id}/setlist`, { songId: ember }));
    if (when === 'before') {
      expect((await readStats())[0]).toMatchObject({ timesPlayed: 10, lastPlayed: null });
      app.clock.now += DAY;
    }
    const played = { timesPlayed: 11, lastPlayed: new Date(show.date) };
    expect((await readStats())[0]).toMatchObject(played);
    ok(await app.admin.patch(`/api/shows/${show.id}/status`, { status: 'live' }));
    expect((await readStats())[0]).toMatchObject(played);
  },
);

async function importSongs(): Promise<string[]> {
  const { db } = app.database;
  app.clock.now = NOW;
  await db.delete(shows);
  await db.delete(songs);
  const rows = await db.insert(songs).values(IMPORTED).returning();
  await bus.publish(createChanges('song', 'show', 'setlist'));
  return rows.map(({ id }) => id);
}

function addShowIn(days: number): Promise<Show> {
  const date = new Date(app.clock.now + days * DAY).toISOString();
  return addShow(app.admin, { date });
}

async function applyChange(
  show: string,
  {
    kind,
    songId,
    index,
    status,
  }: { kind: string; songId: string | undefined; index: number; status: string },
): Promise<void> {
  const { admin } = app;
  const setlist: SetlistEntry[] = ok(await admin.get(`${show}/setlist`)).json();
  const row = setlist[index % Math.max(1, setlist.length)];
  const position = index + 1;
  if (kind === 'wait') app.clock.now += DAY / 2;
  else if (kind === 'status') ok(await admin.patch(`${show}/status`, { status }));
  else if (kind === 'date') {
    const date = new Date(app.clock.now + (index - 5) * DAY).toISOString();
    ok(await admin.patch(show, { date }));
  } else if (kind === 'undo') await admin.post(`${show}/setlist/undo`);
  else if (kind === 'insert')
    ok(await admin.post(`${show}/setlist`, { songId, position, insert: true }));
  else if (!row || kind === 'add') ok(await admin.post(`${show}/setlist`, { songId }));
  else if (kind === 'move') ok(await admin.patch(`${show}/setlist/${row.id}`, { position }));
  else if (kind === 'replace') ok(await admin.patch(`${show}/setlist/${row.id}`, { songId }));
  else ok(await admin.delete(`${show}/setlist/${row.id}`));
}

async function readStats() {
  const rows: Song[] = ok(await app.admin.get('/api/songs')).json();
  return rows.map(({ title, timesPlayed, firstPlayed, lastPlayed, averagePosition }) => ({
    title,
    timesPlayed,
    firstPlayed: firstPlayed && new Date(firstPlayed),
    lastPlayed: lastPlayed && new Date(lastPlayed),
    averagePosition,
  }));
}

async function recount() {
  const rows = await app.database.db
    .select()
    .from(liveSetlistSongs)
    .innerJoin(shows, eq(shows.id, liveSetlistSongs.showId))
    .innerJoin(songs, eq(songs.id, liveSetlistSongs.songId));
  const played = rows
    .filter(({ shows: { status, date } }) => {
      const isPlayed = ['open', 'live', 'closed'].includes(status);
      return isPlayed && +date <= app.clock.now;
    })
    .map((row) => ({
      title: row.songs.title,
      position: row.live_setlist_songs.position,
      date: row.shows.date,
    }));
  return IMPORTED.map((song) => {
    const rows = played.filter(({ title }) => title === song.title);
    const dates = rows.map(({ date }) => +date);
    const firstDates = [...dates, ...(song.importedFirstPlayed ? [+song.importedFirstPlayed] : [])];
    const lastDates = [...dates, ...(song.importedLastPlayed ? [+song.importedLastPlayed] : [])];
    const importedPlays = song.importedAveragePosition ? (song.importedTimesPlayed ?? 0) : 0;
    const sum = rows.reduce((total, { position }) => total + position, 0);
    const weightedSum = importedPlays * Number(song.importedAveragePosition ?? 0) + sum;
    const count = importedPlays + rows.length;
    return {
      title: song.title,
      timesPlayed: (song.importedTimesPlayed ?? 0) + rows.length,
      firstPlayed: firstDates.length > 0 ? new Date(Math.min(...firstDates)) : null,
      lastPlayed: lastDates.length > 0 ? new Date(Math.max(...lastDates)) : null,
      averagePosition: count > 0 ? roundToTwoPlaces(weightedSum, count) : null,
    };
  });
}

/** Rounds half up like the database. Integer arithmetic avoids floating-point errors. */
function roundToTwoPlaces(sum: number, count: number): string {
  const hundredths = Math.floor((Math.round(sum * 100) * 2 + count) / (count * 2));
  return (hundredths / 100).toFixed(2);
}
