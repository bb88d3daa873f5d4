import { mkdtemp, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findScratchFolder } from '../../../tests/support/scratch-folder.ts';
import { sql } from '../../../tests/support/template-database.ts';
import { openCluster } from './embedded/cluster.ts';
import { assertNoLostRows } from './lost-rows.ts';
import { openUrl } from './open.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(findScratchFolder(), 'called-it-lost-rows-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const SONG_COUNT = 3_000;
const startCluster = () =>
  openCluster({ dataDir, settings: { fsync: 'off' }, log: () => undefined });

/** Truncates the file while the database is closed, like an interrupted copy, and reopens it. */
async function truncateTable(
  table: string,
  bytes: (size: number) => number,
  prepare = '',
): Promise<void> {
  const cluster = await startCluster();
  const { db, close } = await openUrl(cluster.url);
  await db.execute(`truncate songs, users cascade`);
  await db.execute(`insert into songs (title)
    select 'Song ' || n from generate_series(1, ${SONG_COUNT}) n`);
  if (prepare) await db.execute(prepare);
  const { rows } = await db.execute<{ path: string; size: number }>(
    `select pg_relation_filepath('${table}') as path, pg_relation_size('${table}')::int as size`,
  );
  await close();
  await assertNoLostRows(cluster.url);
  await sql(cluster.url, 'checkpoint');
  await cluster.close();
  const [file] = rows;
  await truncate(join(dataDir, 'postgresql', 'data', file?.path ?? ''), bytes(file?.size ?? 0));
  const reopened = await startCluster();
  try {
    await assertNoLostRows(reopened.url);
  } finally {
    await reopened.close();
  }
}

test('a start rejects a table whose file was truncated to 100 bytes', async () => {
  await expect(truncateTable('songs', () => 100)).rejects.toThrow(
    /^The table songs has lost rows: /,
  );
});

test('a start rejects a table whose file was emptied', async () => {
  await expect(truncateTable('songs', () => 0)).rejects.toThrow(/^The table songs has lost rows: /);
});

test('a start rejects a table that lacks its last blocks, after PostgreSQL has recorded its size', async () => {
  const truncateToHalf = (size: number) => Math.floor(size / 2 / 8192) * 8192;
  await expect(truncateTable('songs', truncateToHalf, 'analyze songs')).rejects.toThrow(
    /^The table songs has lost/,
  );
});

test('a start accepts a table emptied by deletions, and a file with a partial block at its end', async () => {
  await truncateTable('songs', (size) => size, 'delete from songs');
  await truncateTable('songs', (size) => size + 100);
});
