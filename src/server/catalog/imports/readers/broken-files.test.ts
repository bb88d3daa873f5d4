import { expect, test } from 'vitest';
import {
  buildFishRow,
  buildFmPage,
  buildFmSetlist,
  formatShowLine,
  readArchiveFiles as read,
  toFishResponse,
} from '../../../../../tests/support/archives.ts';
import type { ArchiveRequest } from '../sites/open-archive.ts';

const createSongs = (count: number) => Array.from({ length: count }, (_, n) => `Song ${n}`);

test.each([
  [
    'setlistfm',
    '<html>Sorry</html>',
    'file 1: this is not JSON: “<html>Sorry</html>…”. Nothing was imported. Save the file again',
  ],
  ['setlistfm', '', 'file 1: the file is empty. '],
  ['setlistfm', ' \n', 'file 1: the file has no content. '],
  ['shows', ' \n', 'file 1: the file has no shows. Nothing was imported.'],
  ['setlistfm', '{"code":403,"status":"Forbidden","message":"x"}', 'file 1: itemsPerPage: '],
  [
    'setlistfm',
    buildFmPage([buildFmSetlist({ eventDate: '2019-05-08' })]),
    'file 1, setlist 1: eventDate: must look like 27-04-2025. ',
  ],
  [
    'setlistfm',
    buildFmPage([buildFmSetlist({ eventDate: '31-02-2019' })]),
    'eventDate: is not a calendar date',
  ],
  [
    'songfish',
    '{"error":true,"error_message":"No such method","data":[]}',
    'the site reports “No such method”',
  ],
  [
    'songfish',
    toFishResponse([buildFishRow(), buildFishRow({ position: 'x' })]),
    'file 1, row 2: position: must be a whole number',
  ],
  ['shows', `${formatShowLine()}\n{"id": 1,`, 'file 1, line 2: this is not JSON'],
  [
    'shows',
    formatShowLine({ date: '8 May' }),
    'file 1, line 1: date: must look like 1977-05-08. Nothing was imported.',
  ],
  [
    'shows',
    [
      formatShowLine({ id: 'x' }),
      formatShowLine({ id: 'y' }),
      '',
      formatShowLine({ id: 'x', order: 1 }),
    ].join('\n'),
    'file 1, line 4: line 1 has the same id “x”. Nothing was imported. Fix the line',
  ],
  [
    'setlistfm',
    formatShowLine(),
    'file 1: this file seems to contain shows. Import it as that kind? Nothing was imported.',
  ],
  [
    'songfish',
    buildFmPage([buildFmSetlist()]),
    'this file seems to contain setlist.fm responses. Import',
  ],
  [
    'shows',
    toFishResponse([buildFishRow()]),
    'this file seems to contain Songfish responses. Import',
  ],
  [
    'shows',
    JSON.stringify(JSON.parse(buildFmPage([buildFmSetlist()])), null, 2),
    'file 1: this file seems to contain setlist.fm responses. Import it as that kind?',
  ],
  [
    'shows',
    `${formatShowLine()}\n${formatShowLine({ id: 'long' }, ...createSongs(61))}`,
    'file 1, line 2: a set has 61 songs; at most 60 are allowed. Nothing was imported.',
  ],
  [
    'shows',
    formatShowLine(
      {},
      ...[1, 2, 3].flatMap((set) => createSongs(41).map((title) => ({ title, set }))),
    ),
    'file 1, line 1: the show has 123 songs; at most 120 are allowed. Nothing was imported.',
  ],
  [
    'setlistfm',
    buildFmPage([buildFmSetlist(), buildFmSetlist({ id: 'long' }, createSongs(61))]),
    'file 1, setlist 2: a set has 61 songs',
  ],
  [
    'songfish',
    toFishResponse(createSongs(61).map((_, index) => buildFishRow({ position: index + 1 }))),
    'file 1, show 1700000001: a set has 61 songs',
  ],
  ['shows', formatShowLine({ date: '0001-01-01' }), 'the day 0001-01-01 must be between'],
  ['shows', Uint8Array.of(0x1f, 0x8b, 1), 'file 1: this is neither text nor a complete gzip file'],
] as const)(
  'reports what is wrong in a broken %s file and where (%#)',
  async (kind, text, message) => {
    await expect(read({ kind, site: 'lanterns.example' } as ArchiveRequest, text)).rejects.toThrow(
      message,
    );
  },
);

test('rejects a show that differs between two files and imports an identical line once', async () => {
  const shows = { kind: 'shows' } as const;
  const line = formatShowLine({ id: 'x' }, 'Ember');
  const { shows: imported, counts } = await read(
    shows,
    line,
    `${line}\n${formatShowLine({ id: 'y' })}`,
  );
  expect(imported.map(({ sourceId }) => sourceId)).toEqual(['x', 'y']);
  expect(counts).toMatchObject({ repeatedRows: 1 });
  await expect(read(shows, line, `\n${formatShowLine({ id: 'x' }, 'Gale')}`)).rejects.toThrow(
    'file 2, line 2: file 1, line 1 has the same id “x”. Nothing was imported.',
  );
});

test('limits the shows and the different songs of an import', async () => {
  const createLines = (count: number, createLine: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => createLine(n)).join('\n');
  const toDay = (n: number) => new Date(n * 86_400_000).toISOString().slice(0, 10);
  const shows = createLines(10_001, (n) => formatShowLine({ id: n, date: toDay(n) }));
  await expect(read({ kind: 'shows' }, shows)).rejects.toThrow(
    'line 10001: an import can have at most 10000 shows. Import it in several parts.',
  );
  const formatShowWithNewSongs = (n: number) =>
    formatShowLine({ id: n, date: toDay(n) }, ...createSongs(60).map((title) => `${title} ${n}`));
  await expect(
    read(
      { kind: 'shows' },
      createLines(11, (n) => formatShowLine({ id: n })),
    ),
  ).rejects.toThrow('line 11: 1977-05-08 has more than 10 shows. Nothing was imported.');
  await expect(read({ kind: 'shows' }, createLines(200, formatShowWithNewSongs))).rejects.toThrow(
    'line 167: an import can have at most 10000 different songs, and this show exceeds that. Nothing was imported.',
  );
});
