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
import { scratchFolder } from '../../../tests/support/scratch-folder.ts';
import { openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { openTestDatabase } from '../../../tests/support/test-database.ts';
import { addShow, ok, setStatus } from '../../../tests/support/tour.ts';
import { openCluster } from '../db/embedded/cluster.ts';
import { type Database, urlOf as urlOfDb } from '../db/open.ts';
import { users } from '../db/schema/accounts.ts';
import { houseNights, housePicks } from '../db/schema/house-players.ts';
import { checkInvariants } from '../invariants/check.ts';
import { HEAD_BYTES, readHead } from './backup-file.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

let folder: string;
let stage: TestApp;
/** A site with a played and scored show, names with control characters, posts and a session. */
let backup: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'called-it-backup-'));
  stage = await openTestApp();
  await stage.admin.post('/api/admin/initialize', {});
  const fan = await stage.signUp('Tab\\N 歌 \\.');
  const show = await addShow(stage.admin);
  const songs: Song[] = (await fan.get('/api/songs')).json();
  const [opener] = songs;
  const songIds = songs.slice(0, 20).map(({ id }) => id);
  ok(await fan.post('/api/predictions', { showId: show.id, songIds }));
  await setStatus(stage.admin, show.id, 'live');
  const played = { songId: opener?.id, notes: 'a\tb\n\\.' };
  ok(await stage.admin.post(`/api/shows/${show.id}/setlist`, played));
  await setStatus(stage.admin, show.id, 'closed');
  const { db } = stage.database;
  const night = { showId: show.id, learntFrom: 12, madeAt: new Date() };
  await db.insert(houseNights).values(night);
  const pick = { showId: show.id, player: 'notebook', position: 1 } as const;
  await db.insert(housePicks).values({ ...pick, songId: opener?.id ?? '' });
  backup = join(folder, 'site.backup');
  await writeBackup(urlOf(stage.database), backup);
});
afterAll(async () => {
  await stage.close();
  await rm(folder, { recursive: true, force: true });
});

test('restores every row and keeps the invariants', async () => {
  const other = await openTestDatabase();
  const { head, brokenInvariants } = await restoreBackup(urlOf(other), backup);
  expect(brokenInvariants).toEqual([]);
  expect(head.tables.find(({ name }) => name === 'users')?.rows).toBe(2);
  const again = await writeBackup(urlOf(other), join(folder, 'again.backup'));
  expect(again.tables).toEqual(head.tables);
  expect(again.sequences).toEqual(head.sequences);
  expect(again.schema).toEqual(head.schema);
  const broken = (await checkInvariants(other.db)).filter(({ rows }) => rows.length > 0);
  expect(broken).toEqual([]);
  // Sequences continue where the original's ended.
  const { rows } = await other.db.execute(
    sql`insert into audit_log (action) values ('setup.initialize') returning id::int`,
  );
  const last = head.sequences.find(({ table }) => table === 'audit_log')?.last ?? 0;
  expect(last).toBeGreaterThan(0);
  expect(rows).toEqual([{ id: last + 1 }]);
  await other.close();
});

test('restores the keys and indexes of the schema', async () => {
  const [fresh, restored] = [await openTestDatabase(), await openTestDatabase()];
  await restoreBackup(urlOf(restored), backup);
  expect(await shapeOf(restored)).toEqual(await shapeOf(fresh));
  await fresh.close();
  await restored.close();
});

test('writes a file that only its owner can read, and no other', async () => {
  expect((await stat(backup)).mode & 0o777).toBe(0o600);
  expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('is a consistent snapshot during concurrent writes', async () => {
  const { db } = stage.database;
  let isWriting = true;
  const writing = (async () => {
    // A fan with a prediction and its picks, or none of them.
    while (isWriting)
      await db.execute(sql`
        with fan as (
          insert into users (email, email_key, username, username_key, password)
          select name, name, name, name, 'never' from (select gen_random_uuid()::text as name) one
          returning id
        ), theirs as (
          insert into predictions (user_id, show_id)
          select fan.id, shows.id from fan, (select id from shows where status = 'open' limit 1) shows
          returning id
        )
        insert into prediction_songs (prediction_id, song_id, position)
        select theirs.id, songs.id, 1 from theirs, (select id from songs limit 1) songs`);
  })();
  const brokenInvariants: string[] = [];
  for (let round = 1; round <= 3; round += 1) {
    const path = join(folder, `round-${round}.backup`);
    await writeBackup(urlOf(stage.database), path);
    const other = await openTestDatabase();
    brokenInvariants.push(...(await restoreBackup(urlOf(other), path)).brokenInvariants);
    await other.close();
  }
  isWriting = false;
  await writing;
  expect(brokenInvariants.filter((name) => !name.startsWith('passwords'))).toEqual([]);
});

const { isEmbedded } = inject('databaseTemplates');

test.runIf(!isEmbedded || findPostgres())(
  'moves between PostgreSQL installations in both directions',
  async () => {
    const postgres = await startOtherPostgres();
    const other = await openTestDatabase();
    await restoreBackup(postgres.url, backup);
    const copy = join(folder, 'there.backup');
    await writeBackup(postgres.url, copy);
    const { head } = await restoreBackup(urlOf(other), copy);
    expect(head.tables).toEqual((await readHead(backup)).tables);
    await other.close();
    await postgres.close();
  },
);

/** Starts the embedded PostgreSQL if the tests run on the system's, or the other way round. */
async function startOtherPostgres(): Promise<{ url: string; close(): Promise<void> }> {
  if (isEmbedded) {
    const { url, stop } = await startPostgres();
    return { url, close: stop };
  }
  const dataDir = await mkdtemp(join(scratchFolder(), 'called-it-backup-'));
  const cluster = await openCluster({ dataDir, settings: { fsync: 'off' }, log: () => undefined });
  return {
    url: cluster.url,
    async close() {
      await cluster.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

describe('refuses without changes', () => {
  let empty: Database;
  beforeAll(async () => {
    empty = await openTestDatabase();
  });
  afterAll(() => empty.close());

  test.each<[string, RegExp, (path: string) => Promise<void>]>([
    ['a foreign file', /is not a backup of this product/, (path) => writeFile(path, 'PGDMP\n1\n')],
    ['an empty file', /is not a backup of this product/, (path) => writeFile(path, '')],
    ['a file cut off in its head', /broken: it was cut off/, (path) => truncate(path, 9_000)],
    [
      'a file cut off in its rows',
      /cut off, 10 bytes are missing/,
      async (path) => truncate(path, (await stat(path)).size - 10),
    ],
    [
      'a flipped bit in its rows',
      /its bytes have changed/,
      (path) => flipBit(path, HEAD_BYTES + 500),
    ],
    ['a flipped bit in its head', /its head has changed/, (path) => flipBit(path, 200)],
    [
      'a later format',
      /made by a newer version/,
      async (path) => {
        const bytes = await readFile(path);
        bytes.write('9', 'called-it backup '.length);
        await writeFile(path, bytes);
      },
    ],
  ])('%s', async (name, sentence, damage) => {
    const path = join(folder, `${name.replaceAll(' ', '-')}.backup`);
    await copyFile(backup, path);
    await damage(path);
    await expect(restoreBackup(urlOf(empty), path)).rejects.toThrow(sentence);
    expect(await empty.db.$count(users)).toBe(0);
  });

  test('a missing file', async () => {
    await expect(restoreBackup(urlOf(empty), join(folder, 'nowhere'))).rejects.toThrow(/no file/);
  });

  test('a database with rows', async () => {
    const before = await stage.database.db.$count(users);
    await expect(restoreBackup(urlOf(stage.database), backup)).rejects.toThrow(
      /database is not empty/,
    );
    expect(await stage.database.db.$count(users)).toBe(before);
  });
});

const urlOf = ({ db }: Database) => urlOfDb(db);

async function shapeOf({ db }: Database): Promise<unknown[]> {
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
