import { mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  ARTIST,
  buildFishRow,
  buildFmPage,
  buildFmSetlist,
  toFishResponse,
} from '../../../../../tests/support/archives.ts';
import { type ArchiveRequest, openArchive } from './open-archive.ts';
import { createThrottledClient } from './throttled-client.ts';

let responses: Record<string, ((response: ServerResponse) => void)[]>;
let requestedPaths: string[];
let waits: number[];
let dataDir: string;
let baseUrl: string;
const server = createServer((request, response) => {
  requestedPaths.push(`${request.url}`);
  const queue = responses[`${request.url}`] ?? [];
  const respond = queue.length > 1 ? queue.shift() : queue[0];
  if (respond) respond(response);
  else response.writeHead(404).end('{"message":"not found"}');
});

beforeEach(async () => {
  [responses, requestedPaths, waits] = [{}, [], []];
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

const createOkResponse = (body: string) => (response: ServerResponse) => void response.end(body);
const failWith =
  (status: number, headers = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(status, headers).end('{"message":"Slow down"}');
/** Advances only in `sleep`, so request durations don't matter. */
let now = Date.now();
const sleep = async (ms: number) => {
  waits.push(ms);
  now += ms;
};

async function readPages(request: Partial<ArchiveRequest>) {
  const archive = await openArchive({ files: [], ...request } as ArchiveRequest, {
    dataDir,
    baseUrl,
    mayConnect: () => true,
    sleep,
    clock: () => now,
  });
  const pages: string[][] = [];
  try {
    for await (const { shows } of archive.pages) pages.push(shows.map(({ sourceId }) => sourceId));
    return { pages, errorMessage: undefined };
  } catch (error) {
    return { pages, errorMessage: String(error) };
  }
}

const FM = { kind: 'setlistfm', artist: ARTIST, apiKey: 'a-key-of-ours' } as const;
const buildFmPath = (page: number) => `/artist/${ARTIST}/setlists?p=${page}`;
const buildFmResponse = (page: number, id: string, eventDate = '08-05-2019') =>
  createOkResponse(buildFmPage([buildFmSetlist({ id, eventDate })], { page, total: 60 }));

test('setlist.fm: reads all pages with a pause between requests', async () => {
  for (const page of [1, 2, 3])
    responses[buildFmPath(page)] = [buildFmResponse(page, `show-${page}`)];
  expect(await readPages(FM)).toEqual({
    pages: [['show-1'], ['show-2'], ['show-3']],
    errorMessage: undefined,
  });
  expect(waits).toHaveLength(2);
  for (const wait of waits) expect(wait).toBeGreaterThan(0);
});

test('skips shows before the first year and requests no further page', async () => {
  responses[buildFmPath(1)] = [buildFmResponse(1, 'new')];
  responses[buildFmPath(2)] = [buildFmResponse(2, 'old', '08-05-2001')];
  expect((await readPages({ ...FM, since: '2010-01-01' })).pages).toEqual([['new'], []]);
  expect(requestedPaths).toEqual([buildFmPath(1), buildFmPath(2)]);
});

test('obeys Retry-After and retries temporary failures', async () => {
  responses[buildFmPath(1)] = [
    failWith(429, { 'retry-after': '7' }),
    failWith(503),
    buildFmResponse(1, 'a'),
  ];
  responses[buildFmPath(2)] = [failWith(403)];
  const { pages, errorMessage } = await readPages(FM);
  expect(pages).toEqual([['a']]);
  expect(waits).toContain(7_000);
  expect(errorMessage).toContain('setlists?p=2');
  expect(errorMessage).toContain('403: it rejected the API key');
});

test('stops at a long Retry-After and reports when it ends; a second run continues from the cache', async () => {
  responses[buildFmPath(1)] = [buildFmResponse(1, 'a')];
  responses[buildFmPath(2)] = [failWith(429, { 'retry-after': '7200' }), buildFmResponse(2, 'b')];
  responses[buildFmPath(3)] = [buildFmResponse(3, 'c')];
  const firstPages = await readPages(FM);
  expect(firstPages.pages).toEqual([['a']]);
  expect(firstPages.errorMessage).toMatch(
    /requests until \d{4}-\d\d-\d\d \d\d:\d\d UTC\. Everything before this was imported\. Run the same import again/,
  );
  expect((await readPages(FM)).pages).toEqual([['a'], ['b'], ['c']]);
  expect(requestedPaths.filter((path) => path === buildFmPath(1))).toHaveLength(1);
});

test('requests every page again after a complete run', async () => {
  responses[buildFmPath(1)] = [
    createOkResponse(buildFmPage([buildFmSetlist({ id: 'a' })])),
    createOkResponse(buildFmPage([buildFmSetlist({ id: 'b' })])),
  ];
  expect((await readPages(FM)).pages).toEqual([['a']]);
  expect((await readPages(FM)).pages).toEqual([['b']]);
});

test('refetches only recent pages when it continues after an hour', async () => {
  const today = new Date().toISOString().slice(0, 10).split('-').reverse().join('-');
  const buildPage = (number: number, id: string, eventDate = '08-05-2019') =>
    createOkResponse(buildFmPage([buildFmSetlist({ id, eventDate })], { page: number, total: 80 }));
  responses[buildFmPath(1)] = [buildPage(1, 'a', today), buildPage(1, 'new a', today)];
  // Page 2 counts as recent because page 1 ends on a recent day.
  responses[buildFmPath(2)] = [buildPage(2, 'b'), buildPage(2, 'new b')];
  responses[buildFmPath(3)] = [buildPage(3, 'c'), buildPage(3, 'new c')];
  responses[buildFmPath(4)] = [failWith(403), buildPage(4, 'd')];
  expect((await readPages(FM)).pages).toEqual([['a'], ['b'], ['c']]);
  const anHourAgo = Date.now() / 1000 - 60 * 60;
  const folder = join(dataDir, 'imports');
  for (const name of await readdir(folder, { recursive: true }))
    await utimes(join(folder, name), anHourAgo, anHourAgo);
  expect((await readPages(FM)).pages).toEqual([['new a'], ['new b'], ['c'], ['d']]);
});

test('does not cache a broken page', async () => {
  responses[buildFmPath(1)] = [
    createOkResponse('<html>'),
    createOkResponse(buildFmPage([buildFmSetlist()])),
  ];
  expect((await readPages(FM)).errorMessage).toContain(
    'this is not JSON: “<html>…”. Everything before this was imported.',
  );
  expect(await readPages(FM)).toEqual({ pages: [['63de4613']], errorMessage: undefined });
});

test('stops if the site sends a different page than requested', async () => {
  responses[buildFmPath(1)] = [buildFmResponse(2, 'a')];
  expect((await readPages(FM)).errorMessage).toContain('the site sent page 2 instead of page 1');
});

test('does not follow redirects', async () => {
  responses[buildFmPath(1)] = [failWith(302, { location: buildFmPath(2) })];
  responses[buildFmPath(2)] = [buildFmResponse(1, 'elsewhere')];
  expect((await readPages(FM)).errorMessage).toContain('the site returned 302');
  expect(requestedPaths).toEqual([buildFmPath(1)]);
});

test('sends no request without a key', async () => {
  const { errorMessage } = await readPages({ ...FM, apiKey: undefined });
  expect(errorMessage).toContain('Get one at https://www.setlist.fm/settings/api');
  expect(requestedPaths).toEqual([]);
});

test.skipIf(process.platform === 'win32')(
  'makes cached responses readable by their owner only',
  async () => {
    responses[buildFmPath(1)] = [buildFmResponse(1, 'a')];
    responses[buildFmPath(2)] = [failWith(403)];
    await readPages(FM);
    const folder = join(dataDir, 'imports');
    const names = await readdir(folder, { recursive: true });
    const modes = await Promise.all(
      ['.', ...names].map(async (name) => (await stat(join(folder, name))).mode & 0o777),
    );
    // A cached response and the request counter, then `imports` and the site's folder.
    expect(modes.toSorted()).toEqual([0o600, 0o600, 0o700, 0o700]);
  },
);

test('sends no more requests per day than the site allows', async () => {
  responses['/x'] = [createOkResponse('1')];
  const site = { name: 'a site', baseUrl, mayConnect: () => true };
  const options = { ...site, gapMs: 0, maxPerDay: 2, folder: dataDir, sleep };
  const client = createThrottledClient(options);
  const request = (n: number) => client.get(`x?${n}`, (text) => text, 0);
  for (const n of [1, 2]) responses[`/x?${n}`] = [createOkResponse(`${n}`)];
  expect([await request(1), await request(2)]).toEqual(['1', '2']);
  await expect(request(3)).rejects.toThrow("the site's limit of 2 requests per day is reached");
});

const FISH = { kind: 'songfish', site: 'lanterns.example' } as const;

test('Songfish: reads the list of shows, then each year, including shows without a setlist', async () => {
  const { song_id, uniqueid, ...show } = buildFishRow({ show_id: 1, showdate: '2021-05-01' });
  responses['/shows/artist_id/1.json'] = [
    createOkResponse(toFishResponse([{ ...show, show_id: 2, showdate: '2060-01-01' }, show])),
  ];
  responses['/setlists/showyear/2021.json'] = [
    createOkResponse(toFishResponse([buildFishRow({ show_id: 1, showdate: '2021-05-01' })])),
  ];
  responses['/setlists/showyear/2060.json'] = [createOkResponse(toFishResponse([]))];
  expect(await readPages(FISH)).toEqual({ pages: [['1'], ['2']], errorMessage: undefined });
});

test('Songfish: rejects the response of a site that ignores the year filter', async () => {
  responses['/shows/artist_id/1.json'] = [createOkResponse(toFishResponse([buildFishRow()]))];
  responses['/setlists/showyear/2022.json'] = [
    createOkResponse(toFishResponse([buildFishRow(), buildFishRow({ showdate: '2019-01-01' })])),
  ];
  expect((await readPages(FISH)).errorMessage).toContain(
    'the site sent a show on 2019-01-01 for the year 2022',
  );
});
