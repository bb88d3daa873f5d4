import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import {
  DEFAULT_START,
  formatShowLine,
  readArchiveFiles as read,
  toBytes,
} from '../../../../../tests/support/archives.ts';
import { openArchive } from '../sites/open-archive.ts';

const readLines = (...texts: string[]) => read({ kind: 'shows' }, texts.join('\n'));
const formatSongs = ({
  songs,
}: {
  songs: { title: string | null; setLabel: string | null; isCloser: boolean }[];
}) =>
  songs.map(({ title, setLabel, isCloser }) =>
    [setLabel, title, isCloser ? 'closer' : ''].join(' ').trim(),
  );

test('orders two shows on one day in a gzip file, and treats a short last set as the encore', async () => {
  const songs = ['Ember', 'Fathom', 'Gale', 'Harbor'].map((title) => ({ title }));
  const text = [
    formatShowLine({ id: 2, order: 1, city: '', venue: null }, ...songs, { title: 'Isle', set: 2 }),
    formatShowLine({ id: 1 }, ...songs, { title: 'Isle', encore: true }),
  ].join('\n');
  const { shows, counts } = await read({ kind: 'shows' }, gzipSync(text));
  expect(shows.map(({ sourceId }) => sourceId)).toEqual(['1', '2']);
  const played = ['Ember', 'Fathom', 'Gale', 'Harbor closer', 'Encore Isle closer'];
  expect(shows.map(formatSongs)).toEqual([played, played]);
  expect(counts).toEqual({
    numericIds: 2,
    secondOnDay: 1,
    encoresByLength: 1,
    withoutCity: 1,
    withoutVenue: 1,
  });
});

test.each([
  ['from 0', [0, 1], [0, 1]],
  ['from 1', [1, 2], [0, 1]],
  ['with gaps', [3, 7], [0, 1]],
  ['once', [1], [0]],
  ['not at all', [null, null], [0, 0]],
])('ranks the shows of a day that the archive numbers %s', async (_, orders, ranks) => {
  const buildDay = (date: string) =>
    orders.map((order, n) => formatShowLine({ id: `${date} ${n}`, date, order }));
  const { shows, counts } = await readLines(
    ...buildDay('1977-05-08').toReversed(),
    ...buildDay('1977-05-09'),
  );
  expect(shows.map(({ order }) => order)).toEqual([...ranks, ...ranks]);
  expect(counts.secondOnDay ?? 0).toBe(2 * ranks.filter((rank) => rank > 0).length);
});

test('includes the total show count of all files in each page', async () => {
  const createFile = (...ids: string[]) => ({
    name: ids.join(),
    bytes: toBytes(
      ids
        .map((id, n) =>
          formatShowLine({ id, date: new Date(n * 86_400_000).toISOString().slice(0, 10) }),
        )
        .join('\n'),
    ),
  });
  const manyIds = Array.from({ length: 101 }, (_, n) => `${n}`);
  const files = [createFile('a', 'b'), createFile(...manyIds)];
  const totals: unknown[] = [];
  const request = { kind: 'shows', files, defaultStart: DEFAULT_START } as const;
  const { pages } = await openArchive(request, { dataDir: 'unused' });
  for await (const { total } of pages) totals.push(total);
  expect(totals).toEqual([103, 103]);
});
