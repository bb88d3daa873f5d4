import {
  copyFile,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Song } from '#contract/songs.ts';
import { findPostgres } from '../../../tests/support/installed-programs.ts';
import { startPostgres } from '../../../tests/support/postgres.ts';
import { findScratchFolder } from '../../../tests/support/scratch-folder.ts';
import { openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { openTestDatabase } from '../../../tests/support/test-database.ts';
import { addShow, ok, setStatus } from '../../../tests/support/tour.ts';
import { openCluster } from '../db/embedded/cluster.ts';
import { connectionUrl, type Database } from '../db/open.ts';
import { users } from '../db/schema/accounts.ts';
import { houseNights, housePicks } from '../db/schema/house-players.ts';
import { checkInvariants } from '../invariants/check.ts';
import { HEADER_BYTES, readHeader } from './backup-file.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

let folder: string;
let app: TestApp;
let backup: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'called-it-backup-'));
  app = await openTestApp();
  await app.admin.post('/api/admin/initialize', {});
  const fan = await app.signUp('Tab\\N 歌 \\.');
  const show = await addShow(app.admin);
  const songs: Song[] = (await fan.get('/api/songs')).json();
  const [opener] = songs;
  const songIds = songs.slice(0, 20).map(({ id }) => id);
  ok(await fan.post('/api/predictions', { showId: show.id, songIds }));
  await setStatus(app.admin, show.id, 'live');
  const body = { songId: opener?.id, notes: 'a\tb\n\\.' };
  ok(await app.admin.post(`/api/shows/${show.id}/setlist`, body));
  await setStatus(app.admin, show.id, 'closed');
  const { db } = app.database;
  const houseNight = { showId: show.id, learntFrom: 12, madeAt: new Date() };
  await db.insert(houseNights).values(houseNight);
  const pick = { showId: show.id, player: 'notebook', position: 1 } as const;
  await db.insert(housePicks).values({ ...pick, songId: opener?.id ?? '' });
  backup = join(folder, 'site.backup');
  await writeBackup(getDatabaseUrl(app.database), backup);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

test('restores every row and keeps the invariants', async () => {
  const otherDatabase = await openTestDatabase();
  const { header, brokenInvariants } = await restoreBackup(getDatabaseUrl(otherDatabase), backup);
  expect(brokenInvariants).toEqual([]);
  expect(header.tables.find(({ name }) => name === 'users')?.rows).toBe(2);
  const secondBackup = await writeBackup(
    getDatabaseUrl(otherDatabase),
    join(folder, 'again.backup'),
  );
  expect(secondBackup.tables).toEqual(header.tables);
  expect(secondBackup.sequences).toEqual(header.sequences);
  expect(secondBackup.schema).toEqual(header.schema);
  const failedChecks = (await checkInvariants(otherDatabase.db)).filter(
    ({ rows }) => rows.length > 0,
  );
  expect(failedChecks).toEqual([]);
  const { rows } = await otherDatabase.db.execute(
    sql`insert into audit_log (action) values ('setup.initialize') returning id::int`,
  );
  const lastId = header.sequences.find(({ table }) => table === 'audit_log')?.last ?? 0;
  expect(lastId).toBeGreaterThan(0);
  expect(rows).toEqual([{ id: lastId + 1 }]);
  await otherDatabase.close();
});

test('restores the keys and indexes of the schema', async () => {
  const [fresh, restored] = [await openTestDatabase(), await openTestDatabase()];
  await restoreBackup(getDatabaseUrl(restored), backup);
  expect(await readSchema(restored)).toEqual(await readSchema(fresh));
  await fresh.close();
  await restored.close();
});

test('writes one file that only its owner can read', async () => {
  expect((await stat(backup)).mode & 0o777).toBe(0o600);
  expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('writes a consistent snapshot during concurrent writes', async () => {
  const { db } = app.database;
  let isWriting = true;
  const pendingWrites = (async () => {
    while (isWriting)
      await db.execute(sql`
        with fan as (
          insert into users (email, email_key, username, username_key, password)
          select name, name, name, name, 'never' from (select gen_random_uuid()::text as name) names
          returning id
        ), new_predictions as (
          insert into predictions (user_id, show_id)
          select fan.id, shows.id from fan, (select id from shows where status = 'open' limit 1) shows
          returning id
        )
        insert into prediction_songs (prediction_id, song_id, position)
        select new_predictions.id, songs.id, 1 from new_predictions, (select id from songs limit 1) songs`);
  })();
  const brokenInvariants: string[] = [];
  for (let round = 1; round <= 3; round += 1) {
    const path = join(folder, `round-${round}.backup`);
    await writeBackup(getDatabaseUrl(app.database), path);
    const otherDatabase = await openTestDatabase();
    brokenInvariants.push(
      ...(await restoreBackup(getDatabaseUrl(otherDatabase), path)).brokenInvariants,
    );
    await otherDatabase.close();
  }
  isWriting = false;
  await pendingWrites;
  expect(brokenInvariants.filter((name) => !name.startsWith('passwords'))).toEqual([]);
});

const { isEmbedded } = inject('databaseTemplates');

test.runIf(!isEmbedded || findPostgres())(
  'restores a backup of one PostgreSQL installation on another, in both directions',
  async () => {
    const postgres = await startOtherPostgres();
    const otherDatabase = await openTestDatabase();
    await restoreBackup(postgres.url, backup);
    const copy = join(folder, 'there.backup');
    await writeBackup(postgres.url, copy);
    const { header } = await restoreBackup(getDatabaseUrl(otherDatabase), copy);
    expect(header.tables).toEqual((await readHeader(backup)).tables);
    await otherDatabase.close();
    await postgres.close();
  },
);

/** Starts the embedded PostgreSQL if the tests run on the system's, or vice versa. */
async function startOtherPostgres(): Promise<{ url: string; close(): Promise<void> }> {
  if (isEmbedded) {
    const { url, stop } = await startPostgres();
    return { url, close: stop };
  }
  const dataDir = await mkdtemp(join(findScratchFolder(), 'called-it-backup-'));
  const cluster = await openCluster({ dataDir, settings: { fsync: 'off' }, log: () => undefined });
  return {
    url: cluster.url,
    async close() {
      await cluster.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

describe('a restore', () => {
  let empty: Database;
  beforeAll(async () => {
    empty = await openTestDatabase();
  });
  afterAll(() => empty.close());

  test.each<[string, RegExp, (path: string) => Promise<void>]>([
    ['a foreign file', /is not a Called It backup/, (path) => writeFile(path, 'PGDMP\n1\n')],
    ['an empty file', /is not a Called It backup/, (path) => writeFile(path, '')],
    ['a file truncated in its header', /damaged: it is truncated/, (path) => truncate(path, 9_000)],
    [
      'a file truncated in its rows',
      /truncated, and 10 bytes are missing/,
      async (path) => truncate(path, (await stat(path)).size - 10),
    ],
    [
      'a file with a flipped bit in its rows',
      /its checksum does not match/,
      (path) => flipBit(path, HEADER_BYTES + 500),
    ],
    [
      'a file with a flipped bit in its header',
      /its header has changed/,
      (path) => flipBit(path, 200),
    ],
    [
      'a file in a newer format',
      /made by a newer version/,
      async (path) => {
        const bytes = await readFile(path);
        bytes.write('9', 'called-it backup '.length);
        await writeFile(path, bytes);
      },
    ],
  ])('rejects %s and changes nothing', async (name, message, damage) => {
    const path = join(folder, `${name.replaceAll(' ', '-')}.backup`);
    await copyFile(backup, path);
    await damage(path);
    await expect(restoreBackup(getDatabaseUrl(empty), path)).rejects.toThrow(message);
    expect(await empty.db.$count(users)).toBe(0);
  });

  test('rejects a missing file', async () => {
    await expect(restoreBackup(getDatabaseUrl(empty), join(folder, 'nowhere'))).rejects.toThrow(
      /does not exist/,
    );
  });

  test('rejects a database with rows and changes nothing', async () => {
    const countBefore = await app.database.db.$count(users);
    await expect(restoreBackup(getDatabaseUrl(app.database), backup)).rejects.toThrow(
      /database is not empty/,
    );
    expect(await app.database.db.$count(users)).toBe(countBefore);
  });
});

const getDatabaseUrl = ({ db }: Database) => connectionUrl(db);

async function readSchema({ db }: Database): Promise<unknown[]> {
  const { rows } = await db.execute(sql`
    select indexname as name, indexdef as shape from pg_indexes where schemaname = 'public'
    union all
    select conrelid::regclass || ' ' || conname, pg_get_constraintdef(oid)
    from pg_constraint where connamespace = 'public'::regnamespace
    union all
    select table_name || ' ' || column_name, data_type || is_nullable || coalesce(column_default, '')
    from information_schema.columns where table_schema = 'public'
    order by 1`);
  return rows;
}

async function flipBit(path: string, offset: number): Promise<void> {
  const bytes = await readFile(path);
  bytes[offset] = (bytes[offset] ?? 0) ^ 1;
  await writeFile(path, bytes);
}
