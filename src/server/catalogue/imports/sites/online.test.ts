import { mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  ARTIST,
  fishAnswer,
  fishRow,
  fmPage,
  fmSetlist,
} from '../../../../../tests/support/archives.ts';
import { openArchive, type Wanted } from './open-archive.ts';
import { createThrottledClient } from './throttled-client.ts';

/** Queued responses by path. The last one repeats. */
let answers: Record<string, ((response: ServerResponse) => void)[]>;
let asked: string[];
let waits: number[];
let dataDir: string;
let baseUrl: string;
const server = createServer((request, response) => {
  asked.push(`${request.url}`);
  const left = answers[`${request.url}`] ?? [];
  const answer = left.length > 1 ? left.shift() : left[0];
  if (answer) answer(response);
  else response.writeHead(404).end('{"message":"not found"}');
});

beforeEach(async () => {
  [answers, asked, waits] = [{}, [], []];
  now = Date.now();
  dataDir = await mkdtemp(join(tmpdir(), 'called-it-online-'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(dataDir, { recursive: true });
});

const ok = (body: string) => (response: ServerResponse) => void response.end(body);
const refused =
  (status: number, headers = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(status, headers).end('{"message":"Slow down"}');
/** Advances only in `sleep`, so request durations don't matter. */
let now = Date.now();
const sleep = async (ms: number) => {
  waits.push(ms);
  now += ms;
};

async function pagesOf(wanted: Partial<Wanted>) {
  const archive = await openArchive({ files: [], ...wanted } as Wanted, {
    dataDir,
    baseUrl,
    mayConnect: () => true,
    sleep,
    clock: () => now,
  });
  const pages: string[][] = [];
  try {
    for await (const { shows } of archive.pages) pages.push(shows.map(({ sourceId }) => sourceId));
    return { pages, stopped: undefined };
  } catch (error) {
    return { pages, stopped: String(error) };
  }
}

const FM = { kind: 'setlistfm', artist: ARTIST, apiKey: 'a-key-of-ours' } as const;
const fmPath = (page: number) => `/artist/${ARTIST}/setlists?p=${page}`;
const fmAnswer = (page: number, id: string, eventDate = '08-05-2019') =>
  ok(fmPage([fmSetlist({ id, eventDate })], { page, total: 60 }));

test('setlist.fm: reads all pages with a pause between requests', async () => {
  for (const page of [1, 2, 3]) answers[fmPath(page)] = [fmAnswer(page, `show-${page}`)];
  expect(await pagesOf(FM)).toEqual({
    pages: [['show-1'], ['show-2'], ['show-3']],
    stopped: undefined,
  });
  expect(waits).toHaveLength(2);
  for (const wait of waits) expect(wait).toBeGreaterThan(0);
});

test('skips shows before the first year and requests no further page', async () => {
  answers[fmPath(1)] = [fmAnswer(1, 'new')];
  answers[fmPath(2)] = [fmAnswer(2, 'old', '08-05-2001')];
  expect((await pagesOf({ ...FM, since: '2010-01-01' })).pages).toEqual([['new'], []]);
  expect(asked).toEqual([fmPath(1), fmPath(2)]);
});

test('obeys Retry-After and retries temporary failures', async () => {
  answers[fmPath(1)] = [refused(429, { 'retry-after': '7' }), refused(503), fmAnswer(1, 'a')];
  answers[fmPath(2)] = [refused(403)];
  const { pages, stopped } = await pagesOf(FM);
  expect(pages).toEqual([['a']]);
  expect(waits).toContain(7_000);
  expect(stopped).toContain('setlists?p=2');
  expect(stopped).toContain('403: it does not take our key');
});

test('stops at a long Retry-After and names its end; a second run continues from the cache', async () => {
  answers[fmPath(1)] = [fmAnswer(1, 'a')];
  answers[fmPath(2)] = [refused(429, { 'retry-after': '7200' }), fmAnswer(2, 'b')];
  answers[fmPath(3)] = [fmAnswer(3, 'c')];
  const first = await pagesOf(FM);
  expect(first.pages).toEqual([['a']]);
  expect(first.stopped).toMatch(
    /wait until \d{4}-\d\d-\d\d \d\d:\d\d UTC\. What came before is in\. Run the same import again/,
  );
  expect((await pagesOf(FM)).pages).toEqual([['a'], ['b'], ['c']]);
  expect(asked.filter((path) => path === fmPath(1))).toHaveLength(1);
});

test('requests every page again after a complete run', async () => {
  answers[fmPath(1)] = [ok(fmPage([fmSetlist({ id: 'a' })])), ok(fmPage([fmSetlist({ id: 'b' })]))];
  expect((await pagesOf(FM)).pages).toEqual([['a']]);
  expect((await pagesOf(FM)).pages).toEqual([['b']]);
});

test('refetches only recent pages when it continues after an hour', async () => {
  const today = new Date().toISOString().slice(0, 10).split('-').reverse().join('-');
  const page = (number: number, id: string, eventDate = '08-05-2019') =>
    ok(fmPage([fmSetlist({ id, eventDate })], { page: number, total: 80 }));
  answers[fmPath(1)] = [page(1, 'a', today), page(1, 'new a', today)];
  // Page 2 counts as recent because page 1 ends on a recent day.
  answers[fmPath(2)] = [page(2, 'b'), page(2, 'new b')];
  answers[fmPath(3)] = [page(3, 'c'), page(3, 'new c')];
  answers[fmPath(4)] = [refused(403), page(4, 'd')];
  expect((await pagesOf(FM)).pages).toEqual([['a'], ['b'], ['c']]);
  const anHourAgo = Date.now() / 1000 - 60 * 60;
  const folder = join(dataDir, 'imports');
  for (const name of await readdir(folder, { recursive: true }))
    await utimes(join(folder, name), anHourAgo, anHourAgo);
  expect((await pagesOf(FM)).pages).toEqual([['new a'], ['new b'], ['c'], ['d']]);
});

test('does not cache a broken page', async () => {
  answers[fmPath(1)] = [ok('<html>'), ok(fmPage([fmSetlist()]))];
  expect((await pagesOf(FM)).stopped).toContain(
    'this is no JSON: “<html>…”. What came before is in.',
  );
  expect(await pagesOf(FM)).toEqual({ pages: [['63de4613']], stopped: undefined });
});

test('stops if the site sends a different page than requested', async () => {
  answers[fmPath(1)] = [fmAnswer(2, 'a')];
  expect((await pagesOf(FM)).stopped).toContain('page 2 came instead of page 1');
});

test('does not follow redirects', async () => {
  answers[fmPath(1)] = [refused(302, { location: fmPath(2) })];
  answers[fmPath(2)] = [fmAnswer(1, 'elsewhere')];
  expect((await pagesOf(FM)).stopped).toContain('the site answered 302');
  expect(asked).toEqual([fmPath(1)]);
});

test('sends no request without a key', async () => {
  const { stopped } = await pagesOf({ ...FM, apiKey: undefined });
  expect(stopped).toContain('Enter a key (https://www.setlist.fm/settings/api gives one)');
  expect(asked).toEqual([]);
});

test.skipIf(process.platform === 'win32')(
  'makes cached responses readable by their owner only',
  async () => {
    // An interrupted import leaves its cache behind.
    answers[fmPath(1)] = [fmAnswer(1, 'a')];
    answers[fmPath(2)] = [refused(403)];
    await pagesOf(FM);
    const folder = join(dataDir, 'imports');
    const kept = await readdir(folder, { recursive: true });
    const modes = await Promise.all(
      ['.', ...kept].map(async (name) => (await stat(join(folder, name))).mode & 0o777),
    );
    // A cached response and the request counter, then `imports` and the site's folder.
    expect(modes.toSorted()).toEqual([0o600, 0o600, 0o700, 0o700]);
  },
);

test('sends no more requests per day than the site allows', async () => {
  answers['/x'] = [ok('1')];
  const of = { name: 'a site', baseUrl, mayConnect: () => true };
  const manners = { ...of, gapMs: 0, mostADay: 2, folder: dataDir, sleep };
  const client = createThrottledClient(manners);
  const ask = (n: number) => client.get(`x?${n}`, (text) => text, 0);
  for (const n of [1, 2]) answers[`/x?${n}`] = [ok(`${n}`)];
  expect([await ask(1), await ask(2)]).toEqual(['1', '2']);
  await expect(ask(3)).rejects.toThrow('the 2 questions that the site allows in a day are used up');
});

const FISH = { kind: 'songfish', site: 'lanterns.example' } as const;

test('Songfish: reads the list of shows, then each year, including shows without a setlist', async () => {
  const { song_id, uniqueid, ...show } = fishRow({ show_id: 1, showdate: '2021-05-01' });
  answers['/shows/artist_id/1.json'] = [
    ok(fishAnswer([{ ...show, show_id: 2, showdate: '2060-01-01' }, show])),
  ];
  answers['/setlists/showyear/2021.json'] = [
    ok(fishAnswer([fishRow({ show_id: 1, showdate: '2021-05-01' })])),
  ];
  answers['/setlists/showyear/2060.json'] = [ok(fishAnswer([]))];
  expect(await pagesOf(FISH)).toEqual({ pages: [['1'], ['2']], stopped: undefined });
});

test('Songfish: rejects the answer of a site that ignores the year filter', async () => {
  answers['/shows/artist_id/1.json'] = [ok(fishAnswer([fishRow()]))];
  answers['/setlists/showyear/2022.json'] = [
    ok(fishAnswer([fishRow(), fishRow({ showdate: '2019-01-01' })])),
  ];
  expect((await pagesOf(FISH)).stopped).toContain(
    'it was asked for 2022 and answers with 2019-01-01',
  );
});
