import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR } from '#contract/durations.ts';
import type { SetlistEntry } from '#contract/setlists.ts';
import type { Song } from '#contract/songs.ts';
import {
  bytesOf,
  fishAnswer,
  fishRow,
  fmPage,
  fmSetlist,
  showLine,
  USUAL,
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
import { openArchive, type Wanted } from '../sites/open-archive.ts';
import { formatSummary } from './format-summary.ts';
import { importArchive } from './import-archive.ts';

const bus = createLocalBus();
let server: TestApp;
let tour: Tour;
let own: string;
beforeAll(async () => {
  server = await openTestApp({ bus });
  tour = planTour(server);
  own = await bystander();
});
afterAll(async () => {
  const broken = (await checkInvariants(server.database.db)).filter(({ rows }) => rows.length > 0);
  await server.close();
  expect(broken).toEqual([]);
});

async function load(wanted: Partial<Wanted>, text: string, usual: typeof USUAL | null = USUAL) {
  const files = [{ name: 'a file', bytes: bytesOf(text) }];
  const of = { ...wanted, files, usual: usual ?? undefined } as Wanted;
  const archive = await openArchive(of, { dataDir: 'unused' });
  const clock = () => server.clock.now;
  return importArchive(server.database.db, archive, {
    scoring: createScoring({ clock }),
    clock,
    usual: usual ?? undefined,
    onChange: (changes) => bus.publish(changes),
  });
}
const loadLines = (...lines: string[]) => load({ kind: 'shows' }, lines.join('\n'));

async function everything() {
  const { db } = server.database;
  return {
    shows: await db.select().from(shows).orderBy(asc(shows.id)),
    songs: await db.select().from(songs).orderBy(asc(songs.id)),
    rows: await db.select().from(liveSetlistSongs).orderBy(asc(liveSetlistSongs.id)),
    imported: await db.select().from(importedShows).orderBy(asc(importedShows.sourceId)),
    recognised: await db.select().from(importedSongs).orderBy(asc(importedSongs.importKey)),
    records: await db.select().from(auditLog).orderBy(asc(auditLog.id)),
  };
}

const showOf = async (sourceId: string) => {
  const { db } = server.database;
  const [found] = await db
    .select({ show: shows })
    .from(importedShows)
    .innerJoin(shows, eq(shows.id, importedShows.showId))
    .where(eq(importedShows.sourceId, sourceId));
  if (!found) throw new Error(`No show of ${sourceId}`);
  return found.show;
};
const setlistOf = async (id: string): Promise<string[]> => {
  const rows: SetlistEntry[] = (await server.admin.get(`/api/shows/${id}/setlist`)).json();
  return rows.map(({ position, song }) => `${position} ${song.title}`);
};
const songOf = async (title: string): Promise<Song | undefined> => {
  const all: Song[] = (await server.admin.get('/api/songs')).json();
  return all.find((song) => song.title === title);
};

/** Adds a past show that imports must not touch. */
async function bystander() {
  const show = { name: 'Ours', city: 'Essex', date: '2011-11-11T20:00Z' };
  const { id } = await addShow(server.admin, show);
  for (const title of ['Ours alone', 'Ember'])
    await tour.play(id, (await addSong(server.admin, title)).id);
  await tour.status(id, 'closed');
  return id;
}

test.each([
  [
    'setlist.fm',
    { kind: 'setlistfm' },
    fmPage([
      fmSetlist({ id: 'fm1' }, ['Ember', { name: 'Fathom', info: 'slow) (>' }, ''], ['Gale']),
      fmSetlist({ id: 'fm2', eventDate: '01-01-2060', sets: { set: [] } }),
    ]),
  ],
  [
    'Songfish',
    { kind: 'songfish', site: 'lanterns.example' },
    fishAnswer([
      fishRow({ show_id: 'sf1', position: 1 }),
      fishRow({ show_id: 'sf1', position: 2, song_id: 9, songname: 'Harbor' }),
      fishRow({ show_id: 'sf2', showdate: '2060-02-02' }),
    ]),
  ],
  [
    'lines',
    { kind: 'shows' },
    [
      showLine({ id: 'l1' }, 'Ember', 'Isle', 'Ember'),
      showLine({ id: 'l2', order: 1, venue: '', city: null }, 'Juniper'),
    ].join('\n'),
  ],
] as const)(
  '%s: a second import changes nothing, and neither import touches other shows',
  async (_, wanted, text) => {
    const before = await setlistOf(own);
    const first = await load(wanted as Partial<Wanted>, text);
    expect(first.shows).toMatchObject({ new: 2, unchanged: 0 });
    const once = await everything();
    const second = await load(wanted as Partial<Wanted>, text);
    expect(second).toMatchObject({ shows: { new: 0, unchanged: 2 }, songs: { new: 0 } });
    expect(await everything()).toEqual(once);
    expect(await setlistOf(own)).toEqual(before);
  },
);

test('stores the segue and notes of a song', async () => {
  const { id } = await showOf('fm1');
  const rows: SetlistEntry[] = (await server.admin.get(`/api/shows/${id}/setlist`)).json();
  expect(rows.map(({ segue, notes }) => [segue, notes])).toEqual([
    [false, null],
    [true, 'slow'],
    [false, null],
  ]);
});

test('closes past shows, opens future ones, and starts the second show of a day two hours later', async () => {
  const [past, future] = [await showOf('fm1'), await showOf('fm2')];
  expect([past.status, past.date.toISOString()]).toEqual(['closed', '2019-05-08T23:30:00.000Z']);
  expect([future.status, future.date.toISOString()]).toEqual(['open', '2060-01-02T00:30:00.000Z']);
  const [early, late] = [await showOf('l1'), await showOf('l2')];
  expect(late.date.getTime() - early.date.getTime()).toBe(2 * HOUR);
  expect([late.name, late.city]).toEqual(['Show of 1977-05-08', 'Unknown city']);
});

test('starts each show at the usual hour in the time zone of its place', async () => {
  const summary = await loadLines(
    showLine({ id: 'z1', date: '1984-07-01', state: 'CO' }, 'Ember'),
    showLine({ id: 'z2', date: '1984-07-02', state: null, country: 'Germany' }, 'Ember'),
    showLine({ id: 'z3', date: '1984-07-03', state: null, country: null }, 'Ember'),
  );
  const starts = await Promise.all(['z1', 'z2', 'z3'].map(showOf));
  expect(starts.map(({ timeZone, date }) => [timeZone, date.toISOString()])).toEqual([
    ['America/Denver', '1984-07-02T01:30:00.000Z'],
    ['Europe/Berlin', '1984-07-02T17:30:00.000Z'],
    [USUAL.zone, '1984-07-03T23:30:00.000Z'],
  ]);
  expect(formatSummary(summary)).toContain('In the time zone of their state or country: 2');
});

test('leaves a gap for an unknown song and computes song stats from the setlists', async () => {
  expect(await setlistOf((await showOf('fm1')).id)).toEqual(['1 Ember', '2 Fathom', '4 Gale']);
  expect(await songOf('Isle')).toMatchObject({
    timesPlayed: 1,
    averagePosition: '2.00',
    firstPlayed: '1977-05-08T23:30:00.000Z',
    lastPlayed: '1977-05-08T23:30:00.000Z',
  });
});

test('asks for the usual start and writes nothing when a show has no time of day', async () => {
  const before = await everything();
  const asked = load({ kind: 'shows' }, showLine({ id: 'no hour', date: '1999-01-01' }), null);
  await expect(asked).rejects.toThrow(
    'the show of 1999-01-01 has no time of day. Say when shows usually start, and in which zone: --start 19:30 --zone America/New_York.',
  );
  expect(await everything()).toEqual(before);
});

test('does not restore a show that an administrator deleted', async () => {
  await loadLines(showLine({ id: 'gone', date: '1980-01-01' }, 'Ember'));
  const { id } = await showOf('gone');
  expect((await server.admin.delete(`/api/shows/${id}`)).statusCode).toBe(204);
  const { shows } = await loadLines(showLine({ id: 'gone', date: '1980-01-01' }, 'Ember'));
  expect(shows).toMatchObject({ new: 0, deletedHere: 1 });
});

test('recognizes a song after an administrator renames it', async () => {
  await loadLines(showLine({ id: 'r1', date: '1981-01-01' }, 'Kestral'));
  const song = await songOf('Kestral');
  await server.admin.patch(`/api/songs/${song?.id}`, { title: 'Kestrel', rarity: 'rare' });
  const { songs } = await loadLines(showLine({ id: 'r2', date: '1981-01-02' }, 'Kestral'));
  expect(songs.new).toBe(0);
  expect(await songOf('Kestrel')).toMatchObject({ timesPlayed: 2, rarity: 'rare' });
});

test('imports a setlist of more than 24 songs completely', async () => {
  const titles = Array.from({ length: 31 }, (_, n) => `Long ${n}`);
  await loadLines(showLine({ id: 'long', date: '1983-01-01' }, ...titles));
  expect(await setlistOf((await showOf('long')).id)).toHaveLength(31);
});
