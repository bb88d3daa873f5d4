import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runTool } from '../../../../tests/support/run-tool.ts';
import { SMALL_PACK, writePack } from '../../../../tests/support/small-pack.ts';
import { openTestDatabase } from '../../../../tests/support/test-database.ts';
import { connectionUrl } from '../../db/open.ts';
import { loadBandPack } from './band-pack.ts';
import { initializeDatabase } from './import-pack.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let folder: string;
beforeAll(async () => {
  database = await openTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'called-it-pack-'));
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

test('check lists every problem on its own line and exits with 1', async () => {
  const invalidPack = await writePack({
    'songs.csv': SMALL_PACK['songs.csv'].replace('rare,,12', 'epic,,12'),
    'setlists.csv': SMALL_PACK['setlists.csv'].replace('hall,2,moth', 'barn,2,moth'),
  });
  const { code, stdout, stderr } = await runTool('pack', ['check', invalidPack]);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr.trimEnd().split('\n')).toEqual([
    `${join(invalidPack, 'songs.csv')}, line 3, column 4: rarity must be one of common, uncommon, rare, very_rare, debut`,
    `${join(invalidPack, 'setlists.csv')}, line 4, column 1: no show has the key barn`,
    `${join(invalidPack, 'setlists.csv')}, line 4, column 2: expected position 1 for barn, found 2`,
    'Found 3 problems.',
  ]);
});

test('check counts the content of a valid pack and exits with 0', async () => {
  expect(await runTool('pack', ['check', await writePack()])).toEqual({
    code: 0,
    stdout: 'No problems found: 2 songs, 2 shows, 1 setlists, 2 users.\n',
    stderr: '',
  });
});

test("export writes the database's content and never overwrites another pack", async () => {
  const packFolder = await writePack();
  await initializeDatabase(database.db, await loadBandPack(packFolder), {
    now: Date.now(),
    actorId: null,
  });
  const exportFolder = join(folder, 'export');
  const env = { DATABASE_URL: connectionUrl(database.db), DATA_DIR: folder, BAND_PACK: packFolder };
  const { code, stdout } = await runTool('pack', ['export', exportFolder], env);
  expect([code, stdout]).toEqual([
    0,
    `${exportFolder} has 2 songs and 2 shows with their setlists.\n`,
  ]);
  const { band, songs, shows } = await loadBandPack(exportFolder);
  expect(band.bandName).toBe('The Testers');
  expect(songs.map(({ title }) => title)).toEqual(['Lamp, Lit', 'Moth']);
  expect(shows.map(({ key, setlist }) => [key, setlist.length])).toEqual([
    ['hall', 2],
    ['fair', 0],
  ]);
  const secondExport = await runTool('pack', ['export', exportFolder], env);
  expect([secondExport.code, secondExport.stderr]).toEqual([
    1,
    `${exportFolder} already exists. Choose a new folder.\n`,
  ]);
  expect(await readdir(exportFolder)).toHaveLength(5);
});

test('prints the commands if there is no argument', async () => {
  const { code, stderr } = await runTool('pack', []);
  expect([code, stderr]).toEqual([1, expect.stringContaining('npm run pack -- new NAME')]);
});
