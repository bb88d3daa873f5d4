import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { PACK_TABLES } from '#contract/import-kinds.ts';
import { PACK_LIMITS } from '#contract/import-limits.ts';
import { packTablePath, previewImport } from '#contract/imports.ts';
import {
  openPackSite,
  PACK_SETLISTS,
  PACK_SONGS,
  PACK_TABLE_FILES,
  type PackFiles,
} from '../../../../tests/support/pack-site.ts';
import { ok } from '../../../../tests/support/tour.ts';

let site: Awaited<ReturnType<typeof openPackSite>>;
beforeAll(async () => {
  site = await openPackSite();
});
afterAll(() => site.app.close());

let before: Awaited<ReturnType<(typeof site)['readEverything']>>;
beforeEach(async () => {
  before = await site.readEverything();
});

async function expectRejected(files: PackFiles) {
  const responses = await Promise.all([
    await site.send(files, previewImport),
    await site.send(files),
  ]);
  const [preview, start] = responses.map((response) => response.json());
  expect(start).toEqual(preview);
  expect(await site.readEverything()).toEqual(before);
  return preview as {
    statusCode: number;
    message: string;
    issues?: { path: string; message: string }[];
  };
}

const row = (text: string) => `${PACK_SONGS}${text}\n`;
it.each<[string, PackFiles, string[]]>([
  [
    'several invalid rows',
    {
      ...PACK_TABLE_FILES,
      'songs.csv': row('wick,Wick,,loud,,x,,,'),
      'setlists.csv': `${PACK_SETLISTS}hall,5,smoke,,,,\nbarn,1,lamp,,,,\n`,
    },
    [
      'songs.csv, line 4, column 4: rarity must be one of',
      'songs.csv, line 4, column 6: timesPlayed must be a whole number',
      'setlists.csv, line 5, column 2: expected position 4 for hall, found 5',
      'setlists.csv, line 5, column 3: no song has the key smoke',
      'setlists.csv, line 6, column 1: no show has the key barn',
    ],
  ],
  [
    'setlists alone',
    { 'setlists.csv': PACK_SETLISTS },
    ['setlists.csv: choose songs.csv and shows.csv too'],
  ],
  [
    'an unknown column',
    { 'songs.csv': PACK_SONGS.replace('album', 'record') },
    ['songs.csv, line 1: the header must be exactly key,title,album'],
  ],
  [
    'a missing header',
    { 'songs.csv': 'lamp,Lamp,,rare,,0,,,\n' },
    ['songs.csv, line 1: the header must be exactly key,title'],
  ],
  [
    'a file of something else',
    { ...PACK_TABLE_FILES, 'users.csv': 'email,username,favoriteSong,homeVenue\n' },
    ['users.csv, line 1: the first row must have the column names'],
  ],
  [
    'two files of one table',
    { 'songs.csv': PACK_SONGS, 'more.csv': PACK_SONGS },
    ['more.csv: songs.csv already has the songs'],
  ],
  ['a workbook', { 'songs.xlsx': 'PK\u0003\u0004' }, ['songs.xlsx: this is a whole spreadsheet']],
  [
    'a long title',
    { 'songs.csv': row(`wick,Wick,${'x'.repeat(256)},rare,,0,,,`) },
    ['songs.csv, line 4, column 3: album: At most 255 characters'],
  ],
  [
    'an open quote',
    { 'songs.csv': row('wick,"Wick,,rare,,0,,,') },
    ['songs.csv, line 4: a quotation mark is not closed. Put one at each end'],
  ],
  [
    'text after a closing quote',
    { 'songs.csv': row('wick,"Wick" live,,rare,,0,,,') },
    ['songs.csv, line 4: text follows a closing quotation mark. Put one at each end'],
  ],
  [
    'a quote within a cell',
    { 'songs.csv': row('wick,12" Wick,,rare,,0,,,') },
    ['songs.csv, line 4: a quotation mark is in the middle of a cell. Put one at each end'],
  ],
  [
    'rows of several lengths',
    { 'songs.csv': row('wick,Wick\nmatch,Match,,rare,,0,,,,') },
    [
      'songs.csv, line 4: expected 9 columns, found 2',
      'songs.csv, line 5: expected 9 columns, found 10',
    ],
  ],
  [
    'a repeated column',
    { 'songs.csv': PACK_SONGS.replace('album', 'title') },
    ['songs.csv, line 1: the header must be exactly key,title,album'],
  ],
  [
    'a row of 100,000 columns',
    { 'songs.csv': row(`wick${','.repeat(100_000)}`) },
    ['songs.csv, line 4: expected 9 columns, found 100001'],
  ],
  [
    'a formula as a key',
    { 'songs.csv': row("=CMD|'/C calc'!A0,Wick,,rare,,0,,,") },
    ['songs.csv, line 4, column 1: key must be words of a to z'],
  ],
  [
    '7 MB of quotes',
    { 'songs.csv': row('"'.repeat(7 * 1024 * 1024)) },
    ['songs.csv, line 4: the row is longer than 16,384 characters'],
  ],
  [
    'a 10 KB line of quotes',
    { 'songs.csv': row('"'.repeat(10_240)) },
    ['songs.csv, line 4: expected 9 columns, found 1'],
  ],
  [
    'a 5 MB cell',
    { 'songs.csv': row(`wick,${'x'.repeat(5 * 1024 * 1024)},,rare,,0,,,`) },
    ['songs.csv, line 4: the row is longer than 16,384 characters'],
  ],
  [
    'a million columns',
    { 'songs.csv': `key,title${',x'.repeat(1_000_000)}\n` },
    ['songs.csv, line 1: the row is longer than 16,384 characters'],
  ],
  [
    'too many rows',
    { 'songs.csv': row('wick,Wick,,rare,,0,,,\n'.repeat(PACK_LIMITS.rows)) },
    ['songs.csv: at most 50,000 rows are allowed'],
  ],
  [
    'a control character',
    { 'songs.csv': row(`${'\n'.repeat(2000)}\0`) },
    ['songs.csv, line 2004: contains the character U+0000'],
  ],
])('rejects %s with every problem', async (_, files, expected) => {
  const { statusCode, message, issues = [] } = await expectRejected(files);
  expect(statusCode).toBe(400);
  expect(issues.map((issue) => `${issue.path}: ${issue.message}`)).toEqual(
    expected.map((line) => expect.stringContaining(line)),
  );
  const total = expected.length === 1 ? 'a problem' : `${expected.length} problems`;
  expect(message).toBe(`The files have ${total}. Nothing was imported.`);
});

it.each<[string, PackFiles, string]>([
  ['no file', {}, 'Choose a file'],
  ['an empty file', { 'songs.csv': '' }, 'songs.csv: the file is empty'],
  [
    'UTF-16',
    { 'songs.csv': new Uint8Array(Buffer.from(`\ufeff${PACK_SONGS}`, 'utf16le')) },
    'songs.csv: this is UTF-16 text',
  ],
  [
    'UTF-16 without a byte order mark',
    { 'songs.csv': new Uint8Array(Buffer.from(PACK_SONGS, 'utf16le')) },
    'songs.csv: this is UTF-16 text',
  ],
  [
    'big-endian UTF-16',
    { 'songs.csv': new Uint8Array(Buffer.from(PACK_SONGS, 'utf16le').swap16()) },
    'songs.csv: this is UTF-16 text',
  ],
  [
    '10 MB of quotes',
    { 'songs.csv': `${PACK_SONGS}${'"'.repeat(10 * 1024 * 1024)}` },
    'songs.csv: the files are larger than 8 MB when unpacked',
  ],
  [
    'Windows-1252',
    { 'songs.csv': new Uint8Array(Buffer.from(row('cafe,Café,,rare,,0,,,'), 'latin1')) },
    'songs.csv: this is not UTF-8, but probably Windows-1252 or Latin-1',
  ],
  [
    'a gzip bomb',
    { 'songs.csv': new Uint8Array(gzipSync(new Uint8Array(40_000_000).fill(10))) },
    'songs.csv: the files are larger than 8 MB when unpacked',
  ],
])('rejects %s', async (_, files, message) => {
  expect(await expectRejected(files)).toMatchObject({
    statusCode: 400,
    message: expect.stringContaining(message),
  });
});

it('lists a limited number of problems', async () => {
  const rows = Array.from({ length: 20_000 }, (_, n) => `song-${n},Song ${n},,loud,,0,,,`);
  const { message, issues } = await expectRejected({ 'songs.csv': row(rows.join('\n')) });
  expect(message).toBe(
    'The files have 20,000 problems. Nothing was imported. The first 500 are listed.',
  );
  expect(issues).toHaveLength(500);
});

it('rejects the example rows', async () => {
  const files: Record<string, Uint8Array<ArrayBuffer>> = {};
  for (const table of PACK_TABLES) {
    const response = ok(await site.app.admin.get(packTablePath(table)));
    expect(response.headers['content-disposition']).toContain(`${table}.csv`);
    files[`${table}.csv`] = new Uint8Array(Buffer.from(response.body));
  }
  const { issues } = await expectRejected(files);
  expect(issues?.map(({ path, message }) => `${path}: ${message}`)).toEqual(
    PACK_TABLES.map(
      (table) => `${table}.csv, line 2, column 1: this is the example. Delete this row`,
    ),
  );
});
