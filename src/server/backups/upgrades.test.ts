import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openTestDatabase } from '../../../tests/support/test-database.ts';
import { readMigrations } from '../db/migrate.ts';
import { urlOf } from '../db/open.ts';
import { users } from '../db/schema/accounts.ts';
import { shows } from '../db/schema/shows.ts';
import { songs } from '../db/schema/songs.ts';
import { checkInvariants } from '../invariants/check.ts';
import { readHead } from './backup-file.ts';
import { restoreBackup } from './restore-backup.ts';

// A database of every version that was released, and one of the first step of the schema: a site in
// small, saved by that version. What it holds comes through every step since.

const FOLDER = 'tests/fixtures';
const fixtures = (await readdir(FOLDER)).filter((name) => name.endsWith('.backup'));

test('this version is among them: `npm run backup -- tests/fixtures/VERSION.backup` of a site in small', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(fixtures).toContain(`${version}.backup`);
});

test('none of the steps that are saved there has been edited since', async () => {
  const known = readMigrations();
  for (const fixture of fixtures) {
    const { schema } = await readHead(`${FOLDER}/${fixture}`);
    expect(known.map(({ tag, when }) => ({ tag, when }))).toContainEqual(schema);
  }
});

test.each(fixtures)(
  '%s is brought to the newest schema, and keeps all that must hold',
  async (fixture) => {
    const { db, close } = await openTestDatabase();
    const url = urlOf(db);
    const { head, brokenInvariants } = await restoreBackup(url, `${FOLDER}/${fixture}`);
    expect(brokenInvariants).toEqual([]);
    const rowsOf = (table: string) => head.tables.find(({ name }) => name === table)?.rows;
    expect(await db.$count(users)).toBe(rowsOf('users'));
    expect(await db.$count(shows)).toBe(rowsOf('shows'));
    const { rows } = await db.execute(
      'select max(created_at)::float8 as last from drizzle.__drizzle_migrations',
    );
    expect(rows).toEqual([{ last: readMigrations().at(-1)?.when }]);
    expect((await checkInvariants(db)).filter(({ rows }) => rows.length > 0)).toEqual([]);
    await close();
  },
);

test('songs of the first step whose titles are the same now are told apart', async () => {
  const { db, close } = await openTestDatabase();
  const url = urlOf(db);
  await restoreBackup(url, `${FOLDER}/step-0000.backup`);
  const titles = await db.select({ title: songs.title }).from(songs);
  // Each database sorts by its own rules.
  const all = titles.map(({ title }) => title).toSorted();
  expect(all).toEqual(['EMBER (2)', 'Ember', 'Fathom', 'Gallop']);
  await close();
});
