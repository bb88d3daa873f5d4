import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Forgery, forgeBackup } from '../../../tests/support/forged-backup.ts';
import { openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { openTestDatabase } from '../../../tests/support/test-database.ts';
import { addShow, addSongs, ok, play, setStatus } from '../../../tests/support/tour.ts';
import { urlOf } from '../db/open.ts';
import { users } from '../db/schema/accounts.ts';
import { shows } from '../db/schema/shows.ts';
import { songs } from '../db/schema/songs.ts';
import { HEAD_BYTES } from './backup-file.ts';
import { backupsFolder } from './backups-folder.ts';
import { restoreBackup } from './restore-backup.ts';

let dataDir: string;
let stage: TestApp;
let name: string;
let path: string;
let good: Buffer;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'called-it-damaged-'));
  stage = await openTestApp({ backups: backupsFolder(dataDir) });
  const { admin } = stage;
  const [ember, fathom] = await addSongs(admin, 'Ember', 'Fathom');
  const { id } = await addShow(admin);
  await setStatus(admin, id, 'live');
  await play(admin, id, ember, fathom);
  name = ok(await admin.post('/api/admin/backups')).json().name;
  path = join(dataDir, 'backups', `${name}.backup`);
  good = await readFile(path);
  await stage.signUp('Came later');
});
beforeEach(() => writeFile(path, good));
afterAll(async () => {
  await stage.close();
  await rm(dataDir, { recursive: true, force: true });
});

const restore = () => stage.admin.post(`/api/admin/backups/${name}/restore`, { name });
const counts = async () => {
  const { db } = stage.database;
  return [await db.$count(users), await db.$count(shows), await db.$count(songs)];
};

const forged = (forge: (forgery: Forgery) => void) => () => forgeBackup(path, forge);

function changeHead(change: (head: Record<string, unknown>) => void) {
  return forged(({ head }) => change(head as unknown as Record<string, unknown>));
}

function changeRows(table: string, change: (rows: string) => string) {
  return forged(({ rows }) => {
    const before = rows.get(table)?.toString() ?? '';
    const after = change(before);
    if (before === after) throw new Error(`Nothing of ${table} was changed.`);
    rows.set(table, Buffer.from(after));
  });
}

const without = (table: string) =>
  forged(({ head, rows }) => {
    head.tables = head.tables.filter((saved) => saved.name !== table);
    rows.delete(table);
  });

test.each<[string, RegExp, () => Promise<void>]>([
  ['an empty file', /not a backup of this product/, () => truncate(path, 0)],
  ['another magic', /not a backup of this product/, () => overwrite(0, 'PGDMP')],
  ['a later format', /newer version/, () => overwrite('called-it backup '.length, '9')],
  ['a changed checksum of the head', /head has changed/, () => overwrite(30, 'ffff')],
  ['a cut head', /cut off/, () => truncate(path, 9_000)],
  ['a cut body', /10 bytes are missing/, async () => truncate(path, (await stat(path)).size - 10)],
  ['a turned bit in the body', /bytes have changed/, () => overwrite(HEAD_BYTES + 500, '\x00\x01')],
  ['an invalid head', /its head is invalid/, changeHead((head) => delete head.schema)],
  ['an invalid date', /its head is invalid/, changeHead((head) => (head.takenAt = 7))],
  [
    'an unknown schema',
    /schema that this version does not know/,
    changeHead((head) => (head.schema = { tag: '9999_future', when: 9 })),
  ],
  ['no songs table', /its table songs is missing/, without('songs')],
  ['no users table, which others reference', /its table users is missing/, without('users')],
  [
    'a table twice',
    /a table twice/,
    forged(({ head }) => head.tables.push(...head.tables.slice(-1))),
  ],
  [
    'an unknown table',
    /PostgreSQL rejects its rows/,
    forged(({ head }) => {
      const [table] = head.tables;
      if (table) head.tables.push({ ...table, name: 'nowhere' });
    }),
  ],
  [
    'an unknown column',
    /PostgreSQL rejects its rows/,
    forged(({ head }) => {
      const table = head.tables.find((saved) => saved.name === 'songs');
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
    'a value of another type',
    /PostgreSQL rejects its rows/,
    changeRows('shows', (rows) => rows.replaceAll(/\d{4}-\d\d-\d\d/g, 'one day')),
  ],
  [
    'a row twice',
    /PostgreSQL rejects its rows/,
    forged(({ head, rows }) => {
      const table = head.tables.find((saved) => saved.name === 'songs');
      const once = rows.get('songs') ?? Buffer.alloc(0);
      rows.set('songs', Buffer.concat([once, once]));
      if (table) table.rows *= 2;
    }),
  ],
  [
    'fewer rows than its head says',
    /its rows of songs/,
    changeRows('songs', (rows) => rows.slice(0, rows.indexOf('\n') + 1)),
  ],
  [
    'a body that is not gzip',
    /cannot be unpacked/,
    forged((forgery) => (forgery.pack = (rows) => rows)),
  ],
  [
    'a gzip that ends early',
    /cannot be unpacked|are not what was saved/,
    forged((forgery) => {
      const { pack } = forgery;
      forgery.pack = (rows) => pack(rows).subarray(0, -40);
    }),
  ],
  [
    'additional rows',
    /it has more rows/,
    forged((forgery) => {
      const { pack } = forgery;
      forgery.pack = (rows) => pack(Buffer.concat([rows, Buffer.from('more\n')]));
    }),
  ],
  [
    'a sequence without a column',
    /PostgreSQL rejects its rows/,
    forged(({ head }) => head.sequences.push({ table: 'songs', column: 'nowhere', last: 7 })),
  ],
])('refuses a file with %s, changes nothing and leaves no copy', async (_, sentence, damage) => {
  await damage();
  const [before, files] = [await counts(), await readdir(join(dataDir, 'backups'))];
  const answer = await restore();
  expect(answer.json().message).toMatch(sentence);
  expect(answer.statusCode).toBe(400);
  expect(await counts()).toEqual(before);
  expect(await readdir(join(dataDir, 'backups'))).toEqual(files);
});

test('reports that a restored site has no administrator', async () => {
  const other = await openTestDatabase();
  await forgeBackup(path, ({ rows, head }) => {
    const columns = head.tables.find((saved) => saved.name === 'users')?.columns ?? [];
    const admin = columns.indexOf('is_admin');
    const lines = (rows.get('users')?.toString() ?? '').split('\n').map((line) => {
      const values = line.split('\t');
      if (values[admin]) values[admin] = 'f';
      return values.join('\t');
    });
    rows.set('users', Buffer.from(lines.join('\n')));
  });
  expect(await restoreBackup(urlOf(other.db), path)).toMatchObject({ hasAdministrator: false });
  expect(ok(await restore()).json()).toMatchObject({ hasAdministrator: false });
  await other.close();
});

async function overwrite(offset: number, text: string): Promise<void> {
  const bytes = await readFile(path);
  bytes.write(text, offset, 'latin1');
  await writeFile(path, bytes);
}
