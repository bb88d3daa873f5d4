import { mkdtemp, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scratchFolder } from '../../../tests/support/scratch-folder.ts';
import { sql } from '../../../tests/support/template-database.ts';
import { openCluster } from './embedded/cluster.ts';
import { refuseLostRows } from './lost-rows.ts';
import { openUrl } from './open.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(scratchFolder(), 'called-it-lost-rows-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const MANY = 3_000;
const open = () => openCluster({ dataDir, settings: { fsync: 'off' }, log: () => undefined });

/** Truncates a table's file while the database is closed, as an interrupted copy does, and checks it. */
async function cut(table: string, bytes: (size: number) => number, prepare = ''): Promise<void> {
  const before = await open();
  const { db, close } = await openUrl(before.url);
  await db.execute(`truncate songs, users cascade`);
  await db.execute(`insert into songs (title)
    select 'Song ' || n from generate_series(1, ${MANY}) n`);
  if (prepare) await db.execute(prepare);
  const { rows } = await db.execute<{ path: string; size: number }>(
    `select pg_relation_filepath('${table}') as path, pg_relation_size('${table}')::int as size`,
  );
  await close();
  await refuseLostRows(before.url);
  await sql(before.url, 'checkpoint');
  await before.close();
  const [file] = rows;
  await truncate(join(dataDir, 'postgresql', 'data', file?.path ?? ''), bytes(file?.size ?? 0));
  const after = await open();
  try {
    await refuseLostRows(after.url);
  } finally {
    await after.close();
  }
}

test('a start refuses a table whose file was truncated to 100 bytes', async () => {
  await expect(cut('songs', () => 100)).rejects.toThrow(/^The table songs has lost rows: /);
});

test('a start refuses a table whose file was emptied', async () => {
  await expect(cut('songs', () => 0)).rejects.toThrow(/^The table songs has lost rows: /);
});

test('a start refuses a table that lacks its last blocks, after PostgreSQL has recorded its size', async () => {
  const half = (size: number) => Math.floor(size / 2 / 8192) * 8192;
  await expect(cut('songs', half, 'analyze songs')).rejects.toThrow(/^The table songs has lost/);
});

test('a start accepts a table emptied by deletions, and a file with a partial block at its end', async () => {
  await cut('songs', (size) => size, 'delete from songs');
  await cut('songs', (size) => size + 100);
});
