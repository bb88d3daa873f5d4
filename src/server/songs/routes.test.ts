import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY } from '#contract/durations.ts';
import type { Song } from '#contract/songs.ts';
import { shows } from '#server/db/schema/shows.ts';
import { songs } from '#server/db/schema/songs.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import {
  addShow,
  addSong,
  addSongs,
  createChanges,
  createRecordingBus,
  findLastAuditRecord,
  ok,
  play,
  setStatus,
} from '../../../tests/support/tour.ts';

let app: TestApp;
let admin: Caller;
let fan: Caller;
const bus = createRecordingBus();
const IN_TWO_DAYS = new Date(Date.now() + 2 * DAY).toISOString();

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
  bus.changes.length = 0;
});

async function listSongs(): Promise<Song[]> {
  return ok(await fan.get('/api/songs')).json();
}

/** Formats a gap as '3+' if the song was last played before the first stored show. */
async function readGaps(): Promise<Record<string, string | number | null>> {
  return Object.fromEntries(
    (await listSongs()).map(({ title, gap, gapIsMinimum }) => [
      title,
      gapIsMinimum ? `${gap}+` : gap,
    ]),
  );
}

describe('the list', () => {
  it('is sorted by title regardless of case', async () => {
    await addSongs(admin, 'zephyr', 'Ember', 'éclair', 'ember two', 'Ászok', 'Zebra');
    const titles = (await listSongs()).map(({ title }) => title);
    expect(titles).toEqual(
      ['Ászok', 'éclair', 'Ember', 'ember two', 'zephyr', 'Zebra'].sort(compare),
    );
    expect(titles.slice(0, 4)).toEqual(['Ászok', 'éclair', 'Ember', 'ember two']);
  });
  const compare = (a: string, b: string) => a.localeCompare(b, 'en');

  it("counts the shows since each song's last play", async () => {
    const formatDaysAgo = (days: number) => new Date(app.clock.now - days * DAY).toISOString();
    const [ember, fathom] = await addSongs(admin, 'Ember', 'Fathom', 'Never');
    await addSong(admin, 'From before', { lastPlayed: formatDaysAgo(25) });
    await addSong(admin, 'From long before', { lastPlayed: formatDaysAgo(300) });
    const playedShows = [
      { days: 30, songs: [ember, fathom] },
      { days: 20, songs: [fathom] },
      { days: 10, songs: [fathom, fathom] },
    ];
    for (const { days, songs } of playedShows)
      await play(admin, (await addShow(admin, { date: formatDaysAgo(days) })).id, ...songs);
    await addShow(admin, { date: formatDaysAgo(1) });
    const planned = await addShow(admin, { date: formatDaysAgo(-1) });
    await play(admin, planned.id, fathom);
    const expected = {
      Ember: 2,
      Fathom: 0,
      'From before': 2,
      'From long before': '3+',
      Never: null,
    };
    expect(await readGaps()).toEqual(expected);
    await setStatus(admin, planned.id, 'live');
    const laterGaps = {
      Ember: 3,
      Fathom: 0,
      'From before': 3,
      'From long before': '4+',
      Never: null,
    };
    expect(await readGaps()).toEqual(expected);
    const today = app.clock.now;
    app.clock.now = Date.parse(planned.date);
    expect(await readGaps()).toEqual(laterGaps);
    app.clock.now = today;
  });
});

describe('a new song', () => {
  it('has the defaults and writes an audit record', async () => {
    const response = await admin.post('/api/songs', { title: ' Ember ' });
    expect(response.statusCode).toBe(201);
    const song = response.json();
    expect(song).toEqual({
      id: expect.any(String),
      title: 'Ember',
      album: null,
      rarity: 'common',
      category: 'studio',
      firstPlayed: null,
      lastPlayed: null,
      timesPlayed: 0,
      averagePosition: null,
      gap: null,
      gapIsMinimum: false,
      version: 0,
    });
    expect(await listSongs()).toEqual([song]);
    const record = { action: 'song.create', subjectId: song.id, after: { title: 'Ember' } };
    expect(await findLastAuditRecord(app)).toMatchObject(record);
  });

  it.each([
    [{}, 'Title is required'],
    [{ title: '  ' }, 'Title is required'],
    [{ title: 'x'.repeat(256) }, 'Title must have at most 255 characters'],
    [{ title: 'Ember', category: 'x'.repeat(51) }, 'Category must have at most 50 characters'],
    [{ title: 'Ember', rarity: 'mythic' }, /Rarity must be/],
    [{ title: 'Ember', firstPlayed: 'once' }, /must be dates/],
    [{ title: 'Ember', firstPlayed: '0000-01-01' }, /between 1900 and 2200/],
    [{ title: 'Ember', lastPlayed: '9999-12-31T23:59:59-23:00' }, /between 1900 and 2200/],
    [{ title: ['Ember'] }, 'Title must be text'],
    [{ title: '\u200b\u3164' }, 'Title is required'],
    [{ title: '\ufdfa'.repeat(200) }, 'Title has too many compound characters'],
    [{ title: 'Ember', firstPlayed: 20190501 }, /must be dates/],
    [{ title: 'Ember', firstPlayed: '2019-05-02', lastPlayed: '2019-05-01' }, /before first/],
    [{ title: 'Ember', lastPlayed: IN_TWO_DAYS }, 'Last played must not be in the future'],
  ])('is rejected with %j', async (body, message) => {
    const response = await admin.post('/api/songs', body);
    expect(response.statusCode).toBe(400);
    expect(response.json().message).toMatch(message);
    expect(await listSongs()).toEqual([]);
  });

  it('is rejected if its title is taken', async () => {
    const [, secondSong] = await addSongs(admin, 'Ember', 'Fathom');
    for (const title of ['Ember', 'eMBER', 'Ｅmber']) {
      const added = await admin.post('/api/songs', { title });
      const renamed = await admin.patch(`/api/songs/${secondSong.id}`, { title });
      expect([added.statusCode, renamed.statusCode]).toEqual([409, 409]);
      expect(renamed.json().message).toBe('A song with this title already exists');
    }
  });
});

describe('a song change', () => {
  it('changes the named fields everywhere', async () => {
    const ember = await addSong(admin, 'Ember', { album: 'Tides' });
    const show = await addShow(admin);
    await play(admin, show.id, ember);
    ok(await admin.get(`/api/shows/${show.id}/setlist`));
    const changed = ok(
      await admin.patch(`/api/songs/${ember.id}`, { title: 'Embers', rarity: 'rare' }),
    ).json();
    expect(changed).toEqual({ ...ember, title: 'Embers', rarity: 'rare', version: 1 });
    const [row] = ok(await admin.get(`/api/shows/${show.id}/setlist`)).json();
    expect(row.song.title).toBe('Embers');
    expect(await findLastAuditRecord(app)).toMatchObject({
      action: 'song.update',
      before: { title: 'Ember' },
      after: { title: 'Embers' },
    });
    expect((await admin.patch(`/api/songs/${ember.id}`, { version: 1 })).statusCode).toBe(400);
    expect(await listSongs()).toEqual([changed]);
    const unknownSongResponse = await admin.patch(`/api/songs/${show.id}`, { title: 'Unknown' });
    expect([unknownSongResponse.statusCode, unknownSongResponse.json().message]).toEqual([
      404,
      'Song not found.',
    ]);
  });

  it('stores new dates as imported dates, and ignores unchanged dates sent back', async () => {
    const imported = { firstPlayed: '2001-05-01', lastPlayed: '2019-05-01T02:00:00+02:00' };
    const ember = await addSong(admin, 'Ember', imported);
    const past = new Date(app.clock.now - 10 * DAY).toISOString();
    const show = await addShow(admin, { date: past });
    const [row] = await play(admin, show.id, ember);
    const url = `/api/songs/${ember.id}`;
    const [displayed] = await listSongs();
    expect(displayed).toMatchObject({ firstPlayed: '2001-05-01T00:00:00.000Z', lastPlayed: past });
    ok(await admin.patch(url, { ...displayed, album: 'Tides' }));
    ok(await admin.patch(url, { lastPlayed: past.slice(0, 10) }));
    ok(await admin.delete(`/api/shows/${show.id}/setlist/${row.id}`));
    expect(await listSongs()).toEqual([{ ...ember, album: 'Tides', version: 2, gap: 0 }]);
    const cleared = ok(await admin.patch(url, { firstPlayed: null, lastPlayed: null })).json();
    expect([cleared.firstPlayed, cleared.lastPlayed, cleared.gap]).toEqual([null, null, null]);
  });
});
