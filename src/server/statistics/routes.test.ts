import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY, HOUR } from '#contract/durations.ts';
import { shows } from '#server/db/schema/shows.ts';
import { songs } from '#server/db/schema/songs.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import {
  addShow,
  addSong,
  addSongs,
  createChanges,
  ok,
  play,
  setStatus,
} from '../../../tests/support/tour.ts';
import { createLocalBus } from '../changes/bus.ts';

let app: TestApp;
let admin: Caller;
const bus = createLocalBus();
const NOON = Date.parse('2026-08-31T12:00:00Z');

beforeAll(async () => {
  app = await openTestApp({ bus });
  admin = app.admin;
});
afterAll(() => app.close());

beforeEach(async () => {
  app.clock.now = NOON;
  await app.database.db.delete(shows);
  await app.database.db.delete(songs);
  await bus.publish(createChanges('song', 'show', 'setlist'));
});

const readStatistics = async (name: string) =>
  ok(await admin.get(`/api/statistics/${name}`)).json();

async function readCounts(name: 'top-songs' | 'trending-songs'): Promise<string[]> {
  const rows: { title: string; timesPlayed: number }[] = await readStatistics(name);
  return rows.map(({ title, timesPlayed }) => `${title} ${timesPlayed}`);
}

describe('top songs', () => {
  test('list every song ever played, including imported plays', async () => {
    const [fathom, ember] = await addSongs(admin, 'fathom', 'Ember', 'Never');
    const date = '2026-08-01T23:00:00.000Z';
    const show = await addShow(admin, { date });
    await play(admin, show.id, fathom, ember);
    expect(await readStatistics('top-songs')).toEqual([
      { id: ember.id, title: 'Ember', timesPlayed: 1, lastPlayed: date },
      { id: fathom.id, title: 'fathom', timesPlayed: 1, lastPlayed: date },
    ]);
    await play(admin, show.id, fathom);
    expect(await readCounts('top-songs')).toEqual(['fathom 2', 'Ember 1']);
    const planned = await addShow(admin, { date: '2026-09-02T20:00:00Z' });
    await play(admin, planned.id, ember, ember);
    expect(await readCounts('top-songs')).toEqual(['fathom 2', 'Ember 1']);
    await setStatus(admin, planned.id, 'live');
    expect(await readCounts('top-songs')).toEqual(['fathom 2', 'Ember 1']);
    app.clock.now = Date.parse(planned.date);
    expect(await readCounts('top-songs')).toEqual(['Ember 3', 'fathom 2']);
  });

  test('count a show after its start, even if it never went live', async () => {
    const [ember] = await addSongs(admin, 'Ember');
    const tonight = await addShow(admin, { date: new Date(NOON + HOUR).toISOString() });
    await play(admin, tonight.id, ember);
    for (const list of ['top-songs', 'trending-songs'] as const)
      expect(await readCounts(list)).toEqual([]);
    app.clock.now += HOUR;
    for (const list of ['top-songs', 'trending-songs'] as const)
      expect(await readCounts(list)).toEqual(['Ember 1']);
  });
});

describe('trending songs', () => {
  test('list songs of exactly the last six months', async () => {
    const [ember, fathom] = await addSongs(admin, 'Ember', 'Fathom');
    const earlierShow = await addShow(admin, { date: '2026-02-27T23:59:59Z' });
    await play(admin, earlierShow.id, ember, ember, ember);
    const edge = await addShow(admin, { date: '2026-02-28T00:00:00Z' });
    await play(admin, edge.id, fathom, ember, fathom);
    const lateShow = await addShow(admin, { date: '2026-08-30T20:00:00Z' });
    await play(admin, lateShow.id, ember);
    const planned = await addShow(admin, { date: '2026-09-30T20:00:00Z' });
    await play(admin, planned.id, ember);
    expect(await readStatistics('trending-songs')).toEqual([
      { id: ember.id, title: 'Ember', timesPlayed: 2, lastPlayed: '2026-08-30T20:00:00.000Z' },
      { id: fathom.id, title: 'Fathom', timesPlayed: 2, lastPlayed: '2026-02-28T00:00:00.000Z' },
    ]);
    app.clock.now = NOON + DAY;
    expect(await readCounts('trending-songs')).toEqual(['Ember 1']);
  });

  test('count the last imported play, the only one with a date', async () => {
    const recent = await addSong(admin, 'Ember', { lastPlayed: '2026-03-01' });
    await addSong(admin, 'Fathom', { lastPlayed: '2026-02-27' });
    const old = await addSong(admin, 'Gallop', { lastPlayed: '2001-05-01' });
    expect(await readStatistics('trending-songs')).toEqual([
      { id: recent.id, title: 'Ember', timesPlayed: 1, lastPlayed: '2026-03-01T00:00:00.000Z' },
    ]);
    const show = await addShow(admin, { date: '2026-08-30T20:00:00Z' });
    await play(admin, show.id, recent, recent, old);
    expect(await readStatistics('trending-songs')).toEqual([
      { id: recent.id, title: 'Ember', timesPlayed: 3, lastPlayed: show.date },
      { id: old.id, title: 'Gallop', timesPlayed: 1, lastPlayed: show.date },
    ]);
  });
});

describe('tours', () => {
  test("count started shows by the year in the venue's time zone", async () => {
    const timeZone = 'America/Los_Angeles';
    await addShow(admin, { date: '2025-12-31T23:00', timeZone });
    await addShow(admin, { date: '2025-06-01T20:00', timeZone });
    await addShow(admin, { date: '2026-01-01T00:30', timeZone: 'Asia/Tokyo' });
    const tonight = await addShow(admin, { date: '2026-08-31T20:00', timeZone });
    await addShow(admin, { date: '2026-09-01T20:00', timeZone });
    const past = { year: 2025, showCount: 2 };
    expect(await readStatistics('tour-patterns')).toEqual([{ year: 2026, showCount: 1 }, past]);
    app.clock.now = Date.parse(tonight.date);
    expect(await readStatistics('tour-patterns')).toEqual([{ year: 2026, showCount: 2 }, past]);
    app.clock.now = NOON;
    await setStatus(admin, tonight.id, 'live');
    expect(await readStatistics('tour-patterns')).toEqual([{ year: 2026, showCount: 1 }, past]);
    app.clock.now += 10 * DAY;
    expect(await readStatistics('tour-patterns')).toEqual([{ year: 2026, showCount: 3 }, past]);
  });
});

describe('venues', () => {
  test("count the shows in each city, most first, with the last show's date", async () => {
    await addShow(admin, { city: 'Portland', state: 'ME', date: '2026-03-01T20:00:00Z' });
    await addShow(admin, { city: 'Portland', state: 'OR', date: '2026-02-01T20:00:00Z' });
    const timeZone = 'America/Los_Angeles';
    await addShow(admin, { city: 'Portland', state: 'OR', date: '2026-07-01T20:00:00Z', timeZone });
    await addShow(admin, { city: 'Portland', state: 'OR', date: '2026-09-01T20:00:00Z' });
    await addShow(admin, { city: 'Ghent', state: null, date: '2026-05-01T20:00:00Z' });
    const venue = (
      city: string,
      state: string | null,
      showCount: number,
      lastShowDate: string,
      timeZone = 'America/New_York',
    ) => ({
      city,
      state,
      showCount,
      lastShowDate,
      timeZone,
    });
    expect(await readStatistics('venues')).toEqual([
      venue('Portland', 'OR', 2, '2026-07-01T20:00:00.000Z', timeZone),
      venue('Ghent', null, 1, '2026-05-01T20:00:00.000Z'),
      venue('Portland', 'ME', 1, '2026-03-01T20:00:00.000Z'),
    ]);
    app.clock.now = Date.parse('2026-09-01T20:00:00Z');
    expect((await readStatistics('venues'))[0]).toMatchObject({ showCount: 3 });
  });
});
