import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY } from '#contract/durations.ts';
import { LAST_SHOWS, type Song, type SongHistory } from '#contract/songs.ts';
import { importedShows } from '#server/db/schema/imports.ts';
import { liveSetlistSongs } from '#server/db/schema/setlists.ts';
import { shows } from '#server/db/schema/shows.ts';
import { songs } from '#server/db/schema/songs.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import {
  addShow,
  addSong,
  addSongs,
  createChanges,
  createRecordingBus,
  ok,
  play,
  setStatus,
} from '../../../tests/support/tour.ts';

let app: TestApp;
let admin: Caller;
let fan: Caller;
const bus = createRecordingBus();

beforeAll(async () => {
  app = await openTestApp({ bus });
  admin = app.admin;
  fan = await app.signUp('Ada Lamplight');
});
afterAll(() => app.close());

beforeEach(async () => {
  await app.database.db.delete(shows);
  await app.database.db.delete(songs);
  await bus.publish(createChanges('song', 'show', 'setlist'));
});

async function readHistory(song: Pick<Song, 'id'>): Promise<SongHistory> {
  return ok(await fan.get(`/api/songs/${song.id}/history`)).json();
}

describe('access', () => {
  test('requires a session and an existing song', async () => {
    const { id } = await addSong(admin, 'Ember');
    expect((await app.visitor.get(`/api/songs/${id}/history`)).statusCode).toBe(401);
    expect((await fan.get(`/api/songs/${id.toUpperCase()}/history`)).json().song.title).toBe(
      'Ember',
    );
    for (const unknown of [randomUUID(), 'ember']) {
      const response = await fan.get(`/api/songs/${unknown}/history`);
      expect(response.statusCode).toBe(404);
    }
    expect((await fan.get(`/api/songs/${randomUUID()}/history`)).json().message).toBe(
      'Song not found.',
    );
  });

  test('has an ETag and returns 304 for it', async () => {
    const { id } = await addSong(admin, 'Ember');
    const firstResponse = await fan.get(`/api/songs/${id}/history`);
    const etag = String(firstResponse.headers.etag);
    expect(firstResponse.headers['cache-control']).toBe('private, no-cache');
    const secondResponse = await fan.get(`/api/songs/${id}/history`, { 'if-none-match': etag });
    expect(secondResponse.statusCode).toBe(304);
  });
});

describe('the statistics', () => {
  test('are empty for a song that was never played', async () => {
    const ember = await addSong(admin, 'Ember');
    expect(await readHistory(ember)).toEqual({
      song: ember,
      months: [],
      positions: [],
      openerCount: 0,
      closerCount: 0,
      lastShows: [],
      archives: [],
    });
  });

  test('count openers by the first row, closers by their mark, and a show once even with two plays', async () => {
    const [ember, fathom] = await addSongs(admin, 'Ember', 'Fathom');
    const date = new Date(Date.now() - DAY).toISOString();
    const show = await addShow(admin, { date, name: 'Barn Night' });
    const [, , last] = await play(admin, show.id, ember, fathom, ember);
    ok(await admin.patch(`/api/shows/${show.id}/setlist/${last.id}`, { isCloser: true }));

    const history = await readHistory(ember);
    expect(history).toMatchObject({ openerCount: 1, closerCount: 1 });
    expect(history.positions).toEqual([
      { position: 1, timesPlayed: 1 },
      { position: 3, timesPlayed: 1 },
    ]);
    const { id, name, venue, city, state, country, timeZone } = show;
    expect(history.lastShows).toEqual([
      {
        ...{ id, name, venue, city, state, country, timeZone, date },
        ...{ positions: [1, 3], isOpener: true, isCloser: true },
      },
    ]);
    expect(await readHistory(fathom)).toMatchObject({ openerCount: 0, closerCount: 0 });

    const [first] = ok(await admin.get(`/api/shows/${show.id}/setlist`)).json();
    ok(await admin.delete(`/api/shows/${show.id}/setlist/${first.id}`));
    expect(await readHistory(fathom)).toMatchObject({ openerCount: 1 });
    expect((await readHistory(ember)).lastShows[0]).toMatchObject({
      positions: [2],
      isOpener: false,
    });
  });

  test.each(['open', 'live', 'closed'] as const)(
    'omit rows of an upcoming show that is %s until its date',
    async (status) => {
      const ember = await addSong(admin, 'Ember');
      const planned = await addShow(admin, { date: new Date(Date.now() + DAY).toISOString() });
      await play(admin, planned.id, ember);
      await setStatus(admin, planned.id, status);
      expect(await readHistory(ember)).toMatchObject({
        ...{ openerCount: 0, months: [], lastShows: [] },
        song: { timesPlayed: 0, lastPlayed: null },
      });
      app.clock.now = Date.parse(planned.date);
      expect(await readHistory(ember)).toMatchObject({
        openerCount: 1,
        song: { gap: 0, timesPlayed: 1 },
      });
      app.clock.now = Date.now();
    },
  );

  test("use the calendar of the show's own time zone", async () => {
    const ember = await addSong(admin, 'Ember');
    const date = '2024-08-01T04:00:00Z';
    for (const timeZone of ['America/Los_Angeles', 'Asia/Tokyo'])
      await play(admin, (await addShow(admin, { date, timeZone })).id, ember);
    expect((await readHistory(ember)).months).toEqual([
      { month: '2024-07', timesPlayed: 1 },
      { month: '2024-08', timesPlayed: 1 },
    ]);
  });

  test('follow a renamed song and a deleted show', async () => {
    const ember = await addSong(admin, 'Ember');
    const show = await addShow(admin, { date: new Date(Date.now() - DAY).toISOString() });
    await play(admin, show.id, ember);
    expect(await readHistory(ember)).toMatchObject({ openerCount: 1 });
    ok(await admin.patch(`/api/songs/${ember.id}`, { title: 'Embers' }));
    expect((await readHistory(ember)).song.title).toBe('Embers');
    ok(await admin.delete(`/api/shows/${show.id}`));
    expect(await readHistory(ember)).toMatchObject({ openerCount: 0, lastShows: [] });
  });
});

test('the statistics equal a recount of a tour for every song', async () => {
  const titles = ['Ember', 'Fathom', 'Gallop', 'Half a Lighthouse', 'Ironwood'] as const;
  const catalog = await addSongs(admin, ...titles);
  for (let n = 0; n < 14; n += 1) {
    const date = new Date(Date.now() - (n * 17 + 1) * DAY).toISOString();
    const show = await addShow(admin, { date, name: `Show ${n}` });
    const setlist = Array.from({ length: 2 + (n % 4) }, (_, index) => {
      const song = catalog[(n * n + index * 2) % catalog.length];
      if (!song) throw new Error('There are five songs');
      return song;
    });
    const rows = await play(admin, show.id, ...setlist);
    const lastRow = rows.at(-1);
    if (n % 3 > 0 && lastRow)
      ok(await admin.patch(`/api/shows/${show.id}/setlist/${lastRow.id}`, { isCloser: true }));
  }
  for (const song of catalog) {
    const { months, positions, lastShows, ...history } = await readHistory(song);
    const rows = await findRows(song.id);
    expect(rows.length).toBeGreaterThan(0);
    expect(history.openerCount).toBe(rows.filter(({ row }) => row.position === 1).length);
    expect(history.closerCount).toBe(rows.filter(({ row }) => row.isCloser).length);
    expect(history.song.timesPlayed).toBe(rows.length);
    for (const { position, timesPlayed } of positions)
      expect(timesPlayed).toBe(rows.filter(({ row }) => row.position === position).length);
    for (const parts of [months, positions])
      expect(parts.reduce((sum, { timesPlayed }) => sum + timesPlayed, 0)).toBe(rows.length);
    const names = [...new Set(rows.map(({ show }) => show.name))].slice(0, LAST_SHOWS);
    expect(lastShows.map(({ name }) => name)).toEqual(names);
  }
  expect((await readHistory(catalog[0])).lastShows).toHaveLength(LAST_SHOWS);
});

async function findRows(songId: string) {
  const rows = await app.database.db
    .select({ row: liveSetlistSongs, show: shows })
    .from(liveSetlistSongs)
    .innerJoin(shows, eq(shows.id, liveSetlistSongs.showId))
    .where(eq(liveSetlistSongs.songId, songId));
  return rows.sort((a, b) => +b.show.date - +a.show.date);
}

test("lists each archive of the song's setlists once, with links", async () => {
  const [ember, fathom] = await addSongs(admin, 'Ember', 'Fathom');
  const addImportedShow = async (song: Song, ...sources: [string, string | null][]) => {
    const show = await addShow(admin, { date: new Date(Date.now() - DAY).toISOString() });
    await play(admin, show.id, song);
    const fields = { showId: show.id, details: {}, setlistHash: '' };
    for (const [source, url] of sources)
      await app.database.db
        .insert(importedShows)
        .values({ ...fields, source, url, sourceId: randomUUID() });
  };
  await addImportedShow(
    ember,
    ['setlist.fm', 'https://www.setlist.fm/setlist/1.html'],
    ['shows', null],
  );
  await addImportedShow(ember, ['setlist.fm', null], ['songfish:kglw.net', null]);
  await addImportedShow(fathom, ['songfish:elgoose.net', 'https://elgoose.net/setlists/1']);
  expect((await readHistory(ember)).archives).toEqual([
    { name: 'setlist.fm', url: 'https://www.setlist.fm/' },
    { name: 'kglw.net', url: null },
  ]);
});
