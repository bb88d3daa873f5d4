import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { ImportJob } from '#contract/imports.ts';
import type { Show } from '#contract/shows.ts';
import { buildUrl } from '#contract/url.ts';
import {
  ARTIST,
  buildFmPage,
  buildFmSetlist,
  DEFAULT_START,
} from '../../../../../tests/support/archives.ts';
import {
  type Caller,
  createCaller,
  openTestApp,
  type TestApp,
} from '../../../../../tests/support/test-app.ts';
import { importRuns } from '../../../db/schema/imports.ts';

/** A site with three pages of one show each. It delays the second page while `isBlocked` is set. */
let requestedPages: number[];
let pendingResponses: (() => void)[];
let isBlocked: boolean;
const site = createServer((request, response) => {
  const page = Number(new URL(`${request.url}`, 'http://site').searchParams.get('p'));
  requestedPages.push(page);
  const respond = () => sendPage(response, page);
  if (isBlocked && page === 2) pendingResponses.push(respond);
  else respond();
});

function sendPage(response: ServerResponse, page: number) {
  const setlist = buildFmSetlist(
    { id: `show-${page}`, eventDate: `0${page}-05-2019`, venue: { name: `Hall ${page}` } },
    ['Ember'],
  );
  response.end(buildFmPage([setlist], { page, total: 60 }));
}

let app: TestApp;
let freeBytes: number;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'called-it-jobs-'));
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  site.closeAllConnections();
  await new Promise((resolve) => site.close(resolve));
});
beforeEach(async () => {
  [requestedPages, pendingResponses, isBlocked, freeBytes] = [[], [], true, 65 * MB];
  await rm(dataDir, { recursive: true, force: true });
  const baseUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
  const mayConnect = () => true;
  const importConfig = { dataDir, baseUrl, mayConnect, sleep: async () => {}, apiKey: 'ours' };
  app = await openTestApp({ importConfig, freeBytes: async () => freeBytes });
  return async () => {
    for (const respond of pendingResponses) respond();
    await app.close();
    await rm(dataDir, { recursive: true, force: true });
  };
});

const MB = 1024 * 1024;
const query = { kind: 'setlistfm', artist: ARTIST, ...DEFAULT_START };
const start = () => app.admin.post(buildUrl('/api/admin/imports', { query }));
const stopImport = (caller: Caller) => caller.post('/api/admin/imports/latest/stop');
const fetchLatestImport = async (): Promise<ImportJob> =>
  (await app.admin.get('/api/admin/imports/latest')).json();
const listVenues = async () =>
  ((await app.admin.get('/api/shows')).json() as Show[]).map(({ name }) => name).sort();

async function startAndWait() {
  const startResponse = start();
  await expect.poll(async () => (await fetchLatestImport()).done).toBe(1);
  await expect.poll(() => requestedPages).toEqual([1, 2]);
  return { started: startResponse };
}

const STOPPED = {
  state: 'stopped',
  done: 1,
  lines: [
    'You stopped the import. Everything before this was imported. Start the import again to continue.',
  ],
};

test('keeps the imported pages after a stop and continues when started again', async () => {
  expect((await stopImport(app.admin)).statusCode).toBe(409);
  const { started } = await startAndWait();
  const response = await stopImport(app.admin);
  expect([response.statusCode, response.json()]).toEqual([200, expect.objectContaining(STOPPED)]);
  expect((await started).json()).toMatchObject(STOPPED);
  expect(await listVenues()).toEqual(['Hall 1']);
  expect((await stopImport(app.admin)).json().message).toBe('No import is running.');

  isBlocked = false;
  expect((await start()).json()).toMatchObject({ state: 'done', done: 3 });
  expect(requestedPages).toEqual([1, 2, 2, 3]);
  expect(await listVenues()).toEqual(['Hall 1', 'Hall 2', 'Hall 3']);
});

test('keeps the imported pages when the disk is full and continues when space is free', async () => {
  const { started } = await startAndWait();
  const waitFor = (status: number) =>
    expect.poll(async () => (await app.admin.post('/api/songs', {})).statusCode).toBe(status);
  freeBytes = 63 * MB;
  await waitFor(507);
  isBlocked = false;
  for (const respond of pendingResponses) respond();
  const lines = [
    'The import: the disk is full. Everything before this was imported. Free some space. Start the import again to continue.',
  ];
  expect((await started).json()).toMatchObject({ state: 'stopped', done: 2, lines });
  expect(await listVenues()).toEqual(['Hall 1', 'Hall 2']);
  freeBytes = 65 * MB;
  await waitFor(400);
  expect((await start()).json()).toMatchObject({ state: 'done', done: 3 });
});

test('stops an import in another process after its current page', async () => {
  const { started } = await startAndWait();
  const otherCaller = createCaller(await app.openAnother(), app.admin);
  otherCaller.cookie = app.admin.cookie;
  expect((await stopImport(otherCaller)).json()).toMatchObject(STOPPED);
  for (const respond of pendingResponses) respond();
  expect((await started).json()).toMatchObject(STOPPED);
  expect(requestedPages).toEqual([1, 2]);
  expect(await listVenues()).toEqual(['Hall 1', 'Hall 2']);
});

test('rejects a second import while the first waits a long time for its site', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  await startAndWait();
  // Advances a minute at a time: of two concurrent updates, the older can commit last.
  for (let minutes = 0; minutes < 8; minutes += 1) {
    app.clock.now += 60_000;
    await vi.advanceTimersByTimeAsync(60_000);
    await expect
      .poll(async () => (await app.database.db.select().from(importRuns))[0]?.updatedAt)
      .toEqual(new Date(app.clock.now));
  }
  expect((await start()).json().message).toBe(
    'An import is already running. Wait until it is done.',
  );
  expect(requestedPages).toEqual([1, 2]);
});

test('starts only one of two simultaneous imports', async () => {
  const imports = [start(), start()];
  // The accepted one waits for its second page, so the other is rejected while it runs.
  if ((await Promise.race(imports)).statusCode === 409)
    for (const respond of pendingResponses) respond();
  isBlocked = false;
  const responses = await Promise.all(imports);
  expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
});

test('restarts an import without a heartbeat and stops the old one if its server returns', async () => {
  const { started } = await startAndWait();
  app.clock.now += 6 * 60_000;
  expect(await fetchLatestImport()).toMatchObject({
    state: 'stopped',
    lines: [expect.stringContaining('The server stopped during the import')],
  });
  isBlocked = false;
  expect((await start()).json()).toMatchObject({ state: 'done', done: 3 });
  for (const respond of pendingResponses) respond();
  await started;
  const listRuns = async () => {
    const rows = await app.database.db.select().from(importRuns).orderBy(importRuns.id);
    return rows.map(({ state, done }) => [state, done]);
  };
  await expect.poll(listRuns).toEqual([
    ['stopped', 1],
    ['done', 3],
  ]);
  expect(requestedPages).toEqual([1, 2, 2, 3]);
});
