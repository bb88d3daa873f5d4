import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Forgery, forgeBackup } from '../../../tests/support/forged-backup.ts';
import { openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { openTestDatabase } from '../../../tests/support/test-database.ts';
import { addShow, addSongs, ok, play, setStatus } from '../../../tests/support/tour.ts';
import { connectionUrl } from '../db/open.ts';
import { users } from '../db/schema/accounts.ts';
import { shows } from '../db/schema/shows.ts';
import { songs } from '../db/schema/songs.ts';
import { HEADER_BYTES } from './backup-file.ts';
import { openBackupsFolder } from './backups-folder.ts';
import { restoreBackup } from './restore-backup.ts';

let dataDir: string;
let app: TestApp;
let name: string;
let path: string;
let intactFile: Buffer;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'called-it-damaged-'));
  app = await openTestApp({ backups: openBackupsFolder(dataDir) });
  const { admin } = app;
  const [ember, fathom] = await addSongs(admin, 'Ember', 'Fathom');
  const { id } = await addShow(admin);
  await setStatus(admin, id, 'live');
  await play(admin, id, ember, fathom);
  name = ok(await admin.post('/api/admin/backups')).json().name;
  path = join(dataDir, 'backups', `${name}.backup`);
  intactFile = await readFile(path);
  await app.signUp('Came later');
});
beforeEach(() => writeFile(path, intactFile));
afterAll(async () => {
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});

const restore = () => app.admin.post(`/api/admin/backups/${name}/restore`, { name });
const countRows = async () => {
  const { db } = app.database;
  return [await db.$count(users), await db.$count(shows), await db.$count(songs)];
};

const editBackup = (forge: (forgery: Forgery) => void) => () => forgeBackup(path, forge);

function changeHeader(change: (header: Record<string, unknown>) => void) {
  return editBackup(({ header }) => change(header as unknown as Record<string, unknown>));
}

function changeRows(table: string, change: (rows: string) => string) {
  return editBackup(({ rows }) => {
    const rowsBefore = rows.get(table)?.toString() ?? '';
    const rowsAfter = change(rowsBefore);
    if (rowsBefore === rowsAfter) throw new Error(`No row of ${table} changed.`);
    rows.set(table, Buffer.from(rowsAfter));
  });
}

const removeTable = (table: string) =>
  editBackup(({ header, rows }) => {
    header.tables = header.tables.filter((saved) => saved.name !== table);
    rows.delete(table);
  });

test.each<[string, RegExp, () => Promise<void>]>([
  ['an empty file', /not a Called It backup/, () => truncate(path, 0)],
  ['a wrong magic number', /not a Called It backup/, () => overwriteBytes(0, 'PGDMP')],
  ['a newer format', /newer version/, () => overwriteBytes('called-it backup '.length, '9')],
  ['a changed checksum of the header', /header has changed/, () => overwriteBytes(30, 'ffff')],
  ['a truncated header', /truncated/, () => truncate(path, 9_000)],
  [
    'a truncated body',
    /10 bytes are missing/,
    async () => truncate(path, (await stat(path)).size - 10),
  ],
  [
    'a flipped bit in the body',
    /its checksum does not match/,
    () => overwriteBytes(HEADER_BYTES + 500, '\x00\x01'),
  ],
  ['an invalid header', /its header is invalid/, changeHeader((header) => delete header.schema)],
  ['an invalid date', /its header is invalid/, changeHeader((header) => (header.takenAt = 7))],
  [
    'an unknown schema',
    /unknown schema/,
    changeHeader((header) => (header.schema = { tag: '9999_future', when: 9 })),
  ],
  ['no songs table', /its table songs is missing/, removeTable('songs')],
  ['no users table, which others reference', /its table users is missing/, removeTable('users')],
  [
    'a duplicate table',
    /contains a table twice/,
    editBackup(({ header }) => header.tables.push(...header.tables.slice(-1))),
  ],
  [
    'an unknown table',
    /its table nowhere is unknown/,
    editBackup(({ header }) => {
      const [table] = header.tables;
      if (table) header.tables.push({ ...table, name: 'nowhere' });
    }),
  ],
  [
    'an unknown column',
    /PostgreSQL rejects its rows/,
    editBackup(({ header }) => {
      const table = header.tables.find((saved) => saved.name === 'songs');
      if (table)
        table.columns = table.columns.map((column) => (column === 'title' ? 'name' : column));
    }),
  ],
  [
    'a broken reference',
    /PostgreSQL rejects its rows/,
    changeRows('live_setlist_songs', (rows) =>
      rows.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '5a1c3d1e-0000-4000-8000-000000000000'),
    ),
  ],
  [
    'a value of the wrong type',
    /PostgreSQL rejects its rows/,
    changeRows('shows', (rows) => rows.replaceAll(/\d{4}-\d\d-\d\d/g, 'one day')),
  ],
  [
    'a duplicate row',
    /PostgreSQL rejects its rows/,
    editBackup(({ header, rows }) => {
      const table = header.tables.find((saved) => saved.name === 'songs');
      const originalRows = rows.get('songs') ?? Buffer.alloc(0);
      rows.set('songs', Buffer.concat([originalRows, originalRows]));
      if (table) table.rows *= 2;
    }),
  ],
  [
    'fewer rows than its header lists',
    /its rows of songs/,
    changeRows('songs', (rows) => rows.slice(0, rows.indexOf('\n') + 1)),
  ],
  [
    'a body that is not gzip',
    /can’t be decompressed/,
    editBackup((forgery) => (forgery.pack = (rows) => rows)),
  ],
  [
    'a gzip that ends early',
    /can’t be decompressed|match their checksum/,
    editBackup((forgery) => {
      const { pack } = forgery;
      forgery.pack = (rows) => pack(rows).subarray(0, -40);
    }),
  ],
  [
    'additional rows',
    /it has more rows/,
    editBackup((forgery) => {
      const { pack } = forgery;
      forgery.pack = (rows) => pack(Buffer.concat([rows, Buffer.from('more\n')]));
    }),
  ],
  [
    'a sequence of an unknown column',
    /PostgreSQL rejects its rows/,
    editBackup(({ header }) =>
      header.sequences.push({ table: 'songs', column: 'nowhere', last: 7 }),
    ),
  ],
])('rejects a file with %s, changes nothing and leaves no copy', async (_, message, damage) => {
  await damage();
  const [countsBefore, files] = [await countRows(), await readdir(join(dataDir, 'backups'))];
  const response = await restore();
  expect(response.json().message).toMatch(message);
  expect(response.statusCode).toBe(400);
  expect(await countRows()).toEqual(countsBefore);
  expect(await readdir(join(dataDir, 'backups'))).toEqual(files);
});

test('reports that a restored site has no administrator', async () => {
  const otherDatabase = await openTestDatabase();
  await forgeBackup(path, ({ rows, header }) => {
    const columns = header.tables.find((saved) => saved.name === 'users')?.columns ?? [];
    const adminColumn = columns.indexOf('is_admin');
    const lines = (rows.get('users')?.toString() ?? '').split('\n').map((line) => {
      const values = line.split('\t');
      if (values[adminColumn]) values[adminColumn] = 'f';
      return values.join('\t');
    });
    rows.set('users', Buffer.from(lines.join('\n')));
  });
  expect(await restoreBackup(connectionUrl(otherDatabase.db), path)).toMatchObject({
    hasAdministrator: false,
  });
  expect(ok(await restore()).json()).toMatchObject({ hasAdministrator: false });
  await otherDatabase.close();
});

async function overwriteBytes(offset: number, text: string): Promise<void> {
  const bytes = await readFile(path);
  bytes.write(text, offset, 'latin1');
  await writeFile(path, bytes);
}
