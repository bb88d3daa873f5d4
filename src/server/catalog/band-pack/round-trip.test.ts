import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY } from '#contract/durations.ts';
import { getErrorMessage } from '../../../../tests/support/get-error-message.ts';
import { writePack as writeSmallPack } from '../../../../tests/support/small-pack.ts';
import { openTestDatabase } from '../../../../tests/support/test-database.ts';
import type { Db } from '../../db/open.ts';
import { importedShows } from '../../db/schema/imports.ts';
import { liveSetlistSongs } from '../../db/schema/setlists.ts';
import { shows } from '../../db/schema/shows.ts';
import { songs } from '../../db/schema/songs.ts';
import { loadBandPack } from './band-pack.ts';
import { initializeDatabase } from './import-pack.ts';
import { createBandFile, readTables, writePack } from './write-pack.ts';

const NOW = Date.UTC(2026, 6, 1, 18);
const band = createBandFile('The Testers', 'America/New_York');

let source: Awaited<ReturnType<typeof openTestDatabase>>;
let target: Awaited<ReturnType<typeof openTestDatabase>>;
let folder: string;
beforeAll(async () => {
  [source, target] = [await openTestDatabase(), await openTestDatabase()];
  folder = await mkdtemp(join(tmpdir(), 'round-trip-'));
  await fill(source.db);
});
afterAll(async () => {
  await source.close();
  await target.close();
  await rm(folder, { recursive: true });
});

const SHOWS: (Partial<typeof shows.$inferInsert> & { name: string; days: number })[] = [
  { name: 'Played', days: -30, status: 'closed' },
  { name: 'Played with a lock', days: -29, status: 'closed', locksAt: new Date(NOW - 30 * DAY) },
  { name: 'Called off', days: -20, status: 'cancelled' },
  { name: 'Ended early', days: -19, status: 'cancelled' },
  { name: 'Not closed yet', days: -2, status: 'open' },
  { name: 'On now', days: -0.05, status: 'live' },
  { name: 'Upcoming', days: 10, status: 'open' },
  { name: 'Upcoming with a lock', days: 11, locksAt: new Date(NOW + 11 * DAY - 90 * 60_000) },
  { name: 'Upcoming without a lock margin', days: 12, locksAt: new Date(NOW + 12 * DAY) },
  { name: 'Postponed', days: 20, status: 'postponed' },
  { name: 'Upcoming but called off', days: 21, status: 'cancelled' },
  { name: 'Closed before its date', days: 40, status: 'closed' },
  { name: 'Started before its date', days: 41, status: 'open' },
];
const WITH_SETLIST = [
  'Played',
  'Played with a lock',
  'Ended early',
  'Closed before its date',
  'Started before its date',
];

async function fill(db: Db): Promise<void> {
  const [firstSong, secondSong] = await db
    .insert(songs)
    .values([{ title: 'One' }, { title: 'Two' }])
    .returning();
  const place = { city: 'Troy', state: 'NY', country: 'USA', timeZone: 'America/New_York' };
  const rows = await db
    .insert(shows)
    .values(SHOWS.map(({ days, ...show }) => ({ ...place, ...show, date: toInstant(days) })))
    .returning();
  for (const { id: showId } of rows.filter(({ name }) => WITH_SETLIST.includes(name)))
    await db.insert(liveSetlistSongs).values([
      { showId, songId: firstSong?.id ?? '', position: 1, setLabel: 'Set 1', segue: true },
      {
        showId,
        songId: secondSong?.id ?? '',
        position: 2,
        setLabel: 'Set 1',
        breakAfter: 'encore',
      },
      { showId, songId: firstSong?.id ?? '', position: 4, isCloser: true, notes: 'slow' },
    ]);
  const [played, withLock] = rows;
  const details = { name: 'Played', venue: null, city: 'Troy', state: 'NY', country: 'USA' };
  const fields = { details: { ...details, tourName: null, day: '2026-06-01', time: null } };
  const imported = { ...fields, setlistHash: 'a1'.repeat(32), unknownSongs: 1 };
  const url = 'https://www.setlist.fm/setlist/63de4613.html';
  await db.insert(importedShows).values([
    { ...imported, source: 'setlist.fm', sourceId: '63de4613', showId: played?.id, url },
    {
      ...imported,
      source: 'songfish:kglw.net',
      sourceId: '17',
      showId: played?.id,
      notes: 'Rained out,\n"nearly"',
      soundcheck: ' One, Two',
      support: 'The Moths',
    },
    { ...imported, source: 'setlist.fm', sourceId: '63DE4613', showId: withLock?.id },
    { ...imported, source: 'shows', sourceId: 'gone', showId: null },
  ]);
}

function toInstant(days: number): Date {
  return new Date(NOW + days * DAY);
}

async function exportPack(db: Db, name: string): Promise<Record<string, string>> {
  const targetFolder = join(folder, name);
  await writePack(targetFolder, band, await readTables(db, band, NOW));
  const files = (await readdir(targetFolder)).map(async (file) => [
    file,
    await readFile(join(targetFolder, file), 'utf8'),
  ]);
  return Object.fromEntries(await Promise.all(files));
}

it('exports an imported pack unchanged', async () => {
  const firstFolder = await exportPack(source.db, 'first');
  const pack = await loadBandPack(join(folder, 'first'));
  await initializeDatabase(target.db, pack, { now: NOW, actorId: null });
  expect(await exportPack(target.db, 'second')).toEqual(firstFolder);

  const readStored = async (db: Db) => ({
    shows: (await db.select().from(shows).orderBy(shows.date)).map(
      ({ name, date, status, locksAt }) => ({ name, date, status, locksAt }),
    ),
    rows: (await db.select().from(liveSetlistSongs))
      .map(({ position, segue, breakAfter }) => ({ position, segue, breakAfter }))
      .sort((a, b) => a.position - b.position),
    facts: await db
      .select({ url: importedShows.url, notes: importedShows.notes, name: shows.name })
      .from(importedShows)
      .leftJoin(shows, eq(shows.id, importedShows.showId))
      .orderBy(importedShows.source, importedShows.sourceId),
  });
  const storedContent = await readStored(target.db);
  expect(storedContent).toEqual(await readStored(source.db));
  expect(storedContent.shows.map(({ status }) => status)).toEqual(
    SHOWS.map(({ status = 'open' }) => status),
  );
});

it("exports a status only if the date doesn't imply it", async () => {
  const { shows: rows } = await readTables(source.db, band, NOW);
  const showsWithStatus = rows.filter(({ status }) => status !== null).map(({ name }) => name);
  expect(showsWithStatus).toEqual(
    SHOWS.map(({ name }) => name).filter((name) => !/^Played|^Upcoming(?! but)/.test(name)),
  );
});

it("reports problems in the archives' data", async () => {
  const targetFolder = await writeSmallPack();
  const header =
    'show,source,sourceId,url,notes,soundcheck,support,unknownSongs,details,setlistHash';
  const details = `"${'{"name":"N","venue":null,"city":"C","state":null,"country":null,"tourName":null,"day":"2020-01-01","time":null}'.replaceAll('"', '""')}"`;
  const hash = 'a1'.repeat(32);
  await writeFile(
    join(targetFolder, 'sources.csv'),
    [
      header,
      `hall,setlist.fm,a,https://www.setlist.fm/a,,,,0,${details},${hash}`,
      `hall,setlist.fm,A,javascript:alert(1),,,,0,${details},${hash}`,
      `fair,setlist.fm,b,,,,,0,{,${hash}`,
      `fair,setlist.fm,c,,,,,0,[],short`,
      `barn,setlist.fm,a,,,,,0,${details},${hash}`,
      '',
    ].join('\n'),
  );
  const lines = (await getErrorMessage(loadBandPack(targetFolder))).split('\n');
  expect(lines.map((line) => line.slice(line.indexOf('sources.csv')))).toEqual([
    'sources.csv, line 3, column 4: url must be a link',
    'sources.csv, line 4, column 9: details must be JSON',
    expect.stringContaining('sources.csv, line 5, column 9: details'),
    'sources.csv, line 5, column 10: setlistHash must be 64 hexadecimal digits',
    'sources.csv, line 6, column 3: sourceId a is already on line 2',
    'sources.csv, line 6, column 1: no show has the key barn',
  ]);
});
