import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR } from '#contract/durations.ts';
import type { SetlistEntry } from '#contract/setlists.ts';
import type { Song } from '#contract/songs.ts';
import {
  buildFishRow,
  buildFmPage,
  buildFmSetlist,
  DEFAULT_START,
  formatShowLine,
  toBytes,
  toFishResponse,
} from '../../../../../tests/support/archives.ts';
import { openTestApp, type TestApp } from '../../../../../tests/support/test-app.ts';
import { addShow, addSong, planTour, type Tour } from '../../../../../tests/support/tour.ts';
import { createLocalBus } from '../../../changes/bus.ts';
import { auditLog } from '../../../db/schema/audit.ts';
import { importedShows, importedSongs } from '../../../db/schema/imports.ts';
import { liveSetlistSongs } from '../../../db/schema/setlists.ts';
import { shows } from '../../../db/schema/shows.ts';
import { songs } from '../../../db/schema/songs.ts';
import { checkInvariants } from '../../../invariants/check.ts';
import { createScoring } from '../../../scoring/calculate.ts';
import { type ArchiveRequest, openArchive } from '../sites/open-archive.ts';
import { formatSummary } from './format-summary.ts';
import { importArchive } from './import-archive.ts';

const bus = createLocalBus();
let app: TestApp;
let tour: Tour;
let otherShowId: string;
beforeAll(async () => {
  app = await openTestApp({ bus });
  tour = planTour(app);
  otherShowId = await addOtherShow();
});
afterAll(async () => {
  const brokenInvariants = (await checkInvariants(app.database.db)).filter(
    ({ rows }) => rows.length > 0,
  );
  await app.close();
  expect(brokenInvariants).toEqual([]);
});

async function load(
  request: Partial<ArchiveRequest>,
  text: string,
  defaultStart: typeof DEFAULT_START | null = DEFAULT_START,
) {
  const files = [{ name: 'a file', bytes: toBytes(text) }];
  const archiveRequest = {
    ...request,
    files,
    defaultStart: defaultStart ?? undefined,
  } as ArchiveRequest;
  const archive = await openArchive(archiveRequest, { dataDir: 'unused' });
  const clock = () => app.clock.now;
  return importArchive(app.database.db, archive, {
    scoring: createScoring({ clock }),
    clock,
    defaultStart: defaultStart ?? undefined,
    bus,
  });
}
const loadLines = (...lines: string[]) => load({ kind: 'shows' }, lines.join('\n'));

async function readEverything() {
  const { db } = app.database;
  return {
    shows: await db.select().from(shows).orderBy(asc(shows.id)),
    songs: await db.select().from(songs).orderBy(asc(songs.id)),
    rows: await db.select().from(liveSetlistSongs).orderBy(asc(liveSetlistSongs.id)),
    imported: await db.select().from(importedShows).orderBy(asc(importedShows.sourceId)),
    songKeys: await db.select().from(importedSongs).orderBy(asc(importedSongs.importKey)),
    records: await db.select().from(auditLog).orderBy(asc(auditLog.id)),
  };
}

const findShow = async (sourceId: string) => {
  const { db } = app.database;
  const [row] = await db
    .select({ show: shows })
    .from(importedShows)
    .innerJoin(shows, eq(shows.id, importedShows.showId))
    .where(eq(importedShows.sourceId, sourceId));
  if (!row) throw new Error(`No show with the ID ${sourceId}`);
  return row.show;
};
const listSetlist = async (id: string): Promise<string[]> => {
  const rows: SetlistEntry[] = (await app.admin.get(`/api/shows/${id}/setlist`)).json();
  return rows.map(({ position, song }) => `${position} ${song.title}`);
};
const findSong = async (title: string): Promise<Song | undefined> => {
  const songs: Song[] = (await app.admin.get('/api/songs')).json();
  return songs.find((song) => song.title === title);
};

async function addOtherShow() {
  const show = { name: 'Ours', city: 'Essex', date: '2011-11-11T20:00Z' };
  const { id } = await addShow(app.admin, show);
  for (const title of ['Ours alone', 'Ember'])
    await tour.play(id, (await addSong(app.admin, title)).id);
  await tour.setStatus(id, 'closed');
  return id;
}

test.each([
  [
    'setlist.fm',
    { kind: 'setlistfm' },
    buildFmPage([
      buildFmSetlist({ id: 'fm1' }, ['Ember', { name: 'Fathom', info: 'slow) (>' }, ''], ['Gale']),
      buildFmSetlist({ id: 'fm2', eventDate: '01-01-2060', sets: { set: [] } }),
    ]),
  ],
  [
    'Songfish',
    { kind: 'songfish', site: 'lanterns.example' },
    toFishResponse([
      buildFishRow({ show_id: 'sf1', position: 1 }),
      buildFishRow({ show_id: 'sf1', position: 2, song_id: 9, songname: 'Harbor' }),
      buildFishRow({ show_id: 'sf2', showdate: '2060-02-02' }),
    ]),
  ],
  [
    'lines',
    { kind: 'shows' },
    [
      formatShowLine({ id: 'l1' }, 'Ember', 'Isle', 'Ember'),
      formatShowLine({ id: 'l2', order: 1, venue: '', city: null }, 'Juniper'),
    ].join('\n'),
  ],
] as const)(
  '%s: a second import changes nothing, and neither import touches other shows',
  async (_, request, text) => {
    const previousSetlist = await listSetlist(otherShowId);
    const firstSummary = await load(request as Partial<ArchiveRequest>, text);
    expect(firstSummary.shows).toMatchObject({ new: 2, unchanged: 0 });
    const afterFirst = await readEverything();
    const secondSummary = await load(request as Partial<ArchiveRequest>, text);
    expect(secondSummary).toMatchObject({ shows: { new: 0, unchanged: 2 }, songs: { new: 0 } });
    expect(await readEverything()).toEqual(afterFirst);
    expect(await listSetlist(otherShowId)).toEqual(previousSetlist);
  },
);

test('stores the segue and notes of a song', async () => {
  const { id } = await findShow('fm1');
  const rows: SetlistEntry[] = (await app.admin.get(`/api/shows/${id}/setlist`)).json();
  expect(rows.map(({ segue, notes }) => [segue, notes])).toEqual([
    [false, null],
    [true, 'slow'],
    [false, null],
  ]);
});

test('closes past shows, opens future ones, and starts the second show of a day two hours later', async () => {
  const [past, future] = [await findShow('fm1'), await findShow('fm2')];
  expect([past.status, past.date.toISOString()]).toEqual(['closed', '2019-05-08T23:30:00.000Z']);
  expect([future.status, future.date.toISOString()]).toEqual(['open', '2060-01-02T00:30:00.000Z']);
  const [early, late] = [await findShow('l1'), await findShow('l2')];
  expect(late.date.getTime() - early.date.getTime()).toBe(2 * HOUR);
  expect([late.name, late.city]).toEqual(['Show of 1977-05-08', 'Unknown city']);
});

test('starts each show at the default time in the time zone of its place', async () => {
  const summary = await loadLines(
    formatShowLine({ id: 'z1', date: '1984-07-01', state: 'CO' }, 'Ember'),
    formatShowLine({ id: 'z2', date: '1984-07-02', state: null, country: 'Germany' }, 'Ember'),
    formatShowLine({ id: 'z3', date: '1984-07-03', state: null, country: null }, 'Ember'),
  );
  const starts = await Promise.all(['z1', 'z2', 'z3'].map(findShow));
  expect(starts.map(({ timeZone, date }) => [timeZone, date.toISOString()])).toEqual([
    ['America/Denver', '1984-07-02T01:30:00.000Z'],
    ['Europe/Berlin', '1984-07-02T17:30:00.000Z'],
    [DEFAULT_START.zone, '1984-07-03T23:30:00.000Z'],
  ]);
  expect(formatSummary(summary)).toContain('Time zone inferred from the state or country: 2');
});

test('leaves a gap for an unknown song and computes song stats from the setlists', async () => {
  expect(await listSetlist((await findShow('fm1')).id)).toEqual(['1 Ember', '2 Fathom', '4 Gale']);
  expect(await findSong('Isle')).toMatchObject({
    timesPlayed: 1,
    averagePosition: '2.00',
    firstPlayed: '1977-05-08T23:30:00.000Z',
    lastPlayed: '1977-05-08T23:30:00.000Z',
  });
});

test('requires a default start time and writes nothing when a show has no time of day', async () => {
  const previousContent = await readEverything();
  const importing = load(
    { kind: 'shows' },
    formatShowLine({ id: 'no hour', date: '1999-01-01' }),
    null,
  );
  await expect(importing).rejects.toThrow(
    'the show on 1999-01-01 has no time of day. Enter the default start time and time zone: --start 19:30 --zone America/New_York.',
  );
  expect(await readEverything()).toEqual(previousContent);
});

test('does not restore a show that an administrator deleted', async () => {
  await loadLines(formatShowLine({ id: 'gone', date: '1980-01-01' }, 'Ember'));
  const { id } = await findShow('gone');
  expect((await app.admin.delete(`/api/shows/${id}`)).statusCode).toBe(204);
  const { shows } = await loadLines(formatShowLine({ id: 'gone', date: '1980-01-01' }, 'Ember'));
  expect(shows).toMatchObject({ new: 0, deletedHere: 1 });
});

test('recognizes a song after an administrator renames it', async () => {
  await loadLines(formatShowLine({ id: 'r1', date: '1981-01-01' }, 'Kestral'));
  const song = await findSong('Kestral');
  await app.admin.patch(`/api/songs/${song?.id}`, { title: 'Kestrel', rarity: 'rare' });
  const { songs } = await loadLines(formatShowLine({ id: 'r2', date: '1981-01-02' }, 'Kestral'));
  expect(songs.new).toBe(0);
  expect(await findSong('Kestrel')).toMatchObject({ timesPlayed: 2, rarity: 'rare' });
});

test('imports a setlist of more than 24 songs completely', async () => {
  const titles = Array.from({ length: 31 }, (_, n) => `Long ${n}`);
  await loadLines(formatShowLine({ id: 'long', date: '1983-01-01' }, ...titles));
  expect(await listSetlist((await findShow('long')).id)).toHaveLength(31);
});
