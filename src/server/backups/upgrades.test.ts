import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openTestDatabase } from '../../../tests/support/test-database.ts';
import { readMigrations } from '../db/migrate.ts';
import { connectionUrl } from '../db/open.ts';
import { users } from '../db/schema/accounts.ts';
import { shows } from '../db/schema/shows.ts';
import { songs } from '../db/schema/songs.ts';
import { checkInvariants } from '../invariants/check.ts';
import { readHeader } from './backup-file.ts';
import { restoreBackup } from './restore-backup.ts';

// Each fixture is a backup of a small site by a released version, or by the first migration.

const FOLDER = 'tests/fixtures';
const fixtures = (await readdir(FOLDER)).filter((name) => name.endsWith('.backup'));

test('this version has a fixture, made by `npm run backup -- tests/fixtures/VERSION.backup`', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(fixtures).toContain(`${version}.backup`);
});

test('no migration has been edited since a fixture was made', async () => {
  const migrations = readMigrations();
  for (const fixture of fixtures) {
    const { schema } = await readHeader(`${FOLDER}/${fixture}`);
    expect(migrations.map(({ tag, when }) => ({ tag, when }))).toContainEqual(schema);
  }
});

test.each(fixtures)(
  'migrates %s to the newest schema and keeps the invariants',
  async (fixture) => {
    const { db, close } = await openTestDatabase();
    const url = connectionUrl(db);
    const { header, brokenInvariants } = await restoreBackup(url, `${FOLDER}/${fixture}`);
    expect(brokenInvariants).toEqual([]);
    const countRows = (table: string) => header.tables.find(({ name }) => name === table)?.rows;
    expect(await db.$count(users)).toBe(countRows('users'));
    expect(await db.$count(shows)).toBe(countRows('shows'));
    const { rows } = await db.execute(
      'select max(created_at)::float8 as last from drizzle.__drizzle_migrations',
    );
    expect(rows).toEqual([{ last: readMigrations().at(-1)?.when }]);
    expect((await checkInvariants(db)).filter(({ rows }) => rows.length > 0)).toEqual([]);
    await close();
  },
);

test('renames songs of the first schema whose titles are now duplicates', async () => {
  const { db, close } = await openTestDatabase();
  const url = connectionUrl(db);
  await restoreBackup(url, `${FOLDER}/step-0000.backup`);
  const titles = await db.select({ title: songs.title }).from(songs);
  const sortedTitles = titles.map(({ title }) => title).toSorted();
  expect(sortedTitles).toEqual(['EMBER (2)', 'Ember', 'Fathom', 'Gallop']);
  await close();
});
