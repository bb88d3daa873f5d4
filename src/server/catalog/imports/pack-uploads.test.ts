import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ImportJob, packTablePath, previewImport } from '#contract/imports.ts';
import { createGate } from '../../../../tests/support/gate.ts';
import { waitForLockWaits } from '../../../../tests/support/lock-waits.ts';
import {
  openPackSite,
  PACK_SHOWS,
  PACK_SONGS,
  PACK_TABLE_FILES,
  type PackFiles,
} from '../../../../tests/support/pack-site.ts';
import type { TestApp } from '../../../../tests/support/test-app.ts';
import { ok } from '../../../../tests/support/tour.ts';
import { auditLog } from '../../db/schema/audit.ts';
import { importRuns } from '../../db/schema/imports.ts';
import { shows } from '../../db/schema/shows.ts';
import { checkInvariants } from '../../invariants/check.ts';
import { lockCatalog } from '../load-catalog.ts';

let site: Awaited<ReturnType<typeof openPackSite>>;
let app: TestApp;
beforeAll(async () => {
  site = await openPackSite();
  app = site.app;
});
afterAll(() => app.close());

async function load(files: PackFiles): Promise<ImportJob> {
  const preview = ok(await site.send(files, previewImport)).json();
  const job: ImportJob = ok(await site.send(files)).json();
  expect(job).toMatchObject({ state: 'done', lines: preview.lines });
  return job;
}

const undo = (id: number) => app.admin.post(`/api/admin/imports/${id}/undo`);
describe('an import of a band pack', () => {
  it('previews the counts, imports the tables, changes nothing on a second import, and can be undone', async () => {
    const before = await site.readEverything();
    expect(ok(await site.send(PACK_TABLE_FILES, previewImport)).json()).toMatchObject({
      shows: { new: 2, changed: 0, unchanged: 0 },
      songs: { all: 2, unknown: 2 },
      firstShows: [
        { name: 'Night of Tests', date: '2020-03-01T00:30:00.000Z', timeZone: 'America/New_York' },
        { name: 'The Fair', timeZone: 'Europe/Dublin' },
      ],
      lines: [
        'Songs: 2 new, 0 unchanged',
        'Shows: 2 new, 0 unchanged',
        'Setlists: 1 new, 0 unchanged',
      ],
    });
    expect(await site.readEverything()).toEqual(before);

    const listNames = async () => [
      ...ok(await app.admin.get('/api/songs')).json(),
      ...ok(await app.admin.get('/api/shows')).json(),
    ];
    const namesBefore = await listNames();
    const { id, lines } = await load(PACK_TABLE_FILES);
    expect(await listNames()).toHaveLength(namesBefore.length + 4);
    expect(lines).toEqual([
      'Songs: 2 new, 0 unchanged',
      'Shows: 2 new, 0 unchanged',
      'Setlists: 1 new, 0 unchanged',
    ]);
    const allShows = await app.database.db.select().from(shows);
    expect(allShows.filter(({ importKey }) => importKey?.startsWith('the-testers:'))).toMatchObject(
      [
        { name: 'Night of Tests', status: 'closed', country: 'USA', city: 'Albany' },
        { name: 'The Fair', status: 'open', country: 'Ireland' },
      ],
    );
    const actions = (await app.database.db.select().from(auditLog)).map(({ action }) => action);
    expect(actions.filter((action) => action === 'setup.import')).toHaveLength(2);
    expect((await checkInvariants(app.database.db)).filter(({ rows }) => rows.length > 0)).toEqual(
      [],
    );

    const imported = await site.readContent();
    expect((await load(PACK_TABLE_FILES)).lines).toEqual([
      'Songs: 0 new, 2 unchanged',
      'Shows: 0 new, 2 unchanged',
      'Setlists: 0 new, 1 unchanged',
    ]);
    expect(await site.readContent()).toEqual(imported);

    expect(ok(await undo(id)).json()).toMatchObject({ state: 'undone' });
    const [showRows, songRows, setlistRows, songKeys] = before;
    expect(await site.readContent()).toEqual([showRows, songRows, setlistRows, songKeys]);
  });

  it('adds the setlist of a show that was entered manually, and recognizes shows of a renamed band', async () => {
    const show = ok(
      await app.admin.post('/api/shows', {
        name: 'Night of Tests',
        date: '2020-03-01T00:30:00.000Z',
        city: 'Troy',
        timeZone: 'America/New_York',
      }),
    ).json();
    const { id, lines } = await load(PACK_TABLE_FILES);
    expect(lines.slice(1)).toEqual(['Shows: 1 new, 1 unchanged', 'Setlists: 1 new, 0 unchanged']);
    expect(ok(await app.admin.get(`/api/shows/${show.id}/setlist`)).json()).toMatchObject([
      { position: 1, notes: 'Slow "start"' },
      { position: 3, isCloser: true },
    ]);
    const gaps = (await checkInvariants(app.database.db)).find(({ name }) => name.includes('gaps'));
    expect(gaps?.rows).toEqual([]);

    await site.renameBand('The Renamed');
    const imported = await site.readContent();
    expect((await load(PACK_TABLE_FILES)).lines[1]).toBe('Shows: 0 new, 2 unchanged');
    const [showRows, songRows, setlistRows] = await site.readContent();
    expect([showRows, songRows, setlistRows]).toEqual(imported.slice(0, 3));
    await site.renameBand('The Testers');
    const [latest] = (await app.database.db.select().from(importRuns)).slice(-1);
    ok(await undo(latest?.id ?? 0));
    ok(await undo(id));
    expect(ok(await app.admin.get(`/api/shows/${show.id}/setlist`)).json()).toEqual([]);
    ok(await app.admin.delete(`/api/shows/${show.id}`));
  });

  it.each<[string, PackFiles, string[]]>([
    [
      'songs alone',
      { 'songs.csv': PACK_SONGS },
      ['Songs: 2 new', 'Shows: 0 new', 'Setlists: 0 new'],
    ],
    [
      'shows alone',
      { 'shows.csv': PACK_SHOWS },
      ['Songs: 0 new', 'Shows: 2 new', 'Setlists: 0 new'],
    ],
    [
      'files with other names, a byte order mark, CRLF, semicolons and empty rows',
      {
        'Tour shows - Sheet 1.csv': `\ufeff${PACK_SONGS.replaceAll(',', ';').replace('"Lamp; Lit"', 'Lamp').replaceAll('\n', '\r\n')};;;;;;;;\r\n\r\n`,
        'shows (1).csv': PACK_SHOWS.replaceAll('\n', '\r'),
      },
      ['Songs: 2 new', 'Shows: 2 new', 'Setlists: 0 new'],
    ],
    [
      'compressed files',
      { 'songs.csv': new Uint8Array(gzipSync(PACK_SONGS)) },
      ['Songs: 2 new', 'Shows: 0 new', 'Setlists: 0 new'],
    ],
  ])('reads %s', async (_, files, lines) => {
    const { id, lines: summary } = await load(files);
    expect(summary.map((line) => line.split(',')[0])).toEqual(lines);
    ok(await undo(id));
  });

  it('imports nothing if it was stopped before the commit', async () => {
    const before = await site.readContent();
    const { db } = app.database;
    const [locked, released] = [createGate(), createGate()];
    const holdingLock = db.transaction(async (tx) => {
      await lockCatalog(tx);
      locked.open();
      await released.opened;
    });
    await locked.opened;
    const sending = site.send(PACK_TABLE_FILES);
    await waitForLockWaits(db);
    ok(await app.admin.post('/api/admin/imports/latest/stop'));
    released.open();
    await holdingLock;
    expect((await sending).json()).toMatchObject({ state: 'stopped' });
    await expect.poll(site.readContent).toEqual(before);
  });

  it('rejects the tables while the site belongs to the demo band', async () => {
    await site.renameBand('Paper Lantern Parade');
    expect((await site.send(PACK_TABLE_FILES)).json()).toMatchObject({
      statusCode: 409,
      message: 'Name your band first. This site still belongs to the demo band.',
    });
    await site.renameBand('The Testers');
  });
});

it('only lets administrators download the empty tables', async () => {
  const fan = await app.signUp('No Admin');
  expect((await fan.get(packTablePath('songs'))).statusCode).toBe(403);
  expect((await app.visitor.get(packTablePath('songs'))).statusCode).toBe(401);
  expect((await app.admin.get('/api/admin/imports/tables/users.csv')).statusCode).toBe(404);
});
