import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { ImportJob } from '#contract/imports.ts';
import type { Show } from '#contract/shows.ts';
import { urlOf } from '#contract/url.ts';
import { ARTIST, fmPage, fmSetlist, USUAL } from '../../../../../tests/support/archives.ts';
import {
  type Caller,
  callerOf,
  openTestApp,
  type TestApp,
} from '../../../../../tests/support/test-app.ts';
import { importRuns } from '../../../db/schema/imports.ts';

/** A site with three pages of one show each. It holds back the second page while `isHeld` is set. */
let asked: number[];
let held: (() => void)[];
let isHeld: boolean;
const site = createServer((request, response) => {
  const page = Number(new URL(`${request.url}`, 'http://site').searchParams.get('p'));
  asked.push(page);
  const answer = () => end(response, page);
  if (isHeld && page === 2) held.push(answer);
  else answer();
});

function end(response: ServerResponse, page: number) {
  const setlist = fmSetlist(
    { id: `show-${page}`, eventDate: `0${page}-05-2019`, venue: { name: `Hall ${page}` } },
    ['Ember'],
  );
  response.end(fmPage([setlist], { page, total: 60 }));
}

let server: TestApp;
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
  [asked, held, isHeld, freeBytes] = [[], [], true, 65 * MB];
  await rm(dataDir, { recursive: true, force: true });
  const baseUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
  const mayConnect = () => true;
  const importing = { dataDir, baseUrl, mayConnect, sleep: async () => {}, apiKey: 'ours' };
  server = await openTestApp({ importing, freeBytes: async () => freeBytes });
  return async () => {
    for (const letGo of held) letGo();
    await server.close();
    await rm(dataDir, { recursive: true, force: true });
  };
});

const MB = 1024 * 1024;
const query = { kind: 'setlistfm', artist: ARTIST, ...USUAL };
const start = () => server.admin.post(urlOf('/api/admin/imports', { query }));
const stop = (by: Caller) => by.post('/api/admin/imports/latest/stop');
const latest = async (): Promise<ImportJob> =>
  (await server.admin.get('/api/admin/imports/latest')).json();
const halls = async () =>
  ((await server.admin.get('/api/shows')).json() as Show[]).map(({ name }) => name).sort();

async function startAndWait() {
  const started = start();
  await expect.poll(async () => (await latest()).done).toBe(1);
  await expect.poll(() => asked).toEqual([1, 2]);
  return { started };
}

const STOPPED = {
  state: 'stopped',
  done: 1,
  lines: ['You stopped it. What came before is in. Start it again: it goes on from there.'],
};

test('keeps the imported pages after a stop and continues when started again', async () => {
  expect((await stop(server.admin)).statusCode).toBe(409);
  const { started } = await startAndWait();
  const answer = await stop(server.admin);
  expect([answer.statusCode, answer.json()]).toEqual([200, expect.objectContaining(STOPPED)]);
  // `start` responds at once, although the site has not answered yet.
  expect((await started).json()).toMatchObject(STOPPED);
  expect(await halls()).toEqual(['Hall 1']);
  expect((await stop(server.admin)).json().message).toBe('No import is running.');

  isHeld = false;
  expect((await start()).json()).toMatchObject({ state: 'done', done: 3 });
  // The first page is cached on disk.
  expect(asked).toEqual([1, 2, 2, 3]);
  expect(await halls()).toEqual(['Hall 1', 'Hall 2', 'Hall 3']);
});

test('keeps the imported pages when the disk is full and continues when space is free', async () => {
  const { started } = await startAndWait();
  const waitFor = (status: number) =>
    expect.poll(async () => (await server.admin.post('/api/songs', {})).statusCode).toBe(status);
  freeBytes = 63 * MB;
  await waitFor(507);
  isHeld = false;
  for (const letGo of held) letGo();
  const lines = [
    'The import: the disk is full. What came before is in. Make room, then start it again: it goes on from there.',
  ];
  expect((await started).json()).toMatchObject({ state: 'stopped', done: 2, lines });
  expect(await halls()).toEqual(['Hall 1', 'Hall 2']);
  freeBytes = 65 * MB;
  await waitFor(400);
  expect((await start()).json()).toMatchObject({ state: 'done', done: 3 });
});

test('stops an import of another process after its current page', async () => {
  const { started } = await startAndWait();
  const elsewhere = callerOf(await server.openAnother(), server.admin);
  elsewhere.cookie = server.admin.cookie;
  expect((await stop(elsewhere)).json()).toMatchObject(STOPPED);
  for (const letGo of held) letGo();
  expect((await started).json()).toMatchObject(STOPPED);
  expect(asked).toEqual([1, 2]);
  expect(await halls()).toEqual(['Hall 1', 'Hall 2']);
});

test('rejects a second import while the first waits a long time for its site', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  await startAndWait();
  // Advances a minute at a time: of two concurrent updates, the older can commit last.
  for (let minutes = 0; minutes < 8; minutes += 1) {
    server.clock.now += 60_000;
    await vi.advanceTimersByTimeAsync(60_000);
    await expect
      .poll(async () => (await server.database.db.select().from(importRuns))[0]?.updatedAt)
      .toEqual(new Date(server.clock.now));
  }
  expect((await start()).json().message).toBe('An import is running: wait until it is done.');
  expect(asked).toEqual([1, 2]);
});

test('starts only one of two simultaneous imports', async () => {
  const both = [start(), start()];
  // The accepted one waits for its second page, so the other is refused while it runs.
  if ((await Promise.race(both)).statusCode === 409) for (const letGo of held) letGo();
  isHeld = false;
  const answers = await Promise.all(both);
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
});

test('restarts an import without a heartbeat and stops the old one if its server returns', async () => {
  const { started } = await startAndWait();
  server.clock.now += 6 * 60_000;
  expect(await latest()).toMatchObject({
    state: 'stopped',
    lines: [expect.stringContaining('Its server has ended')],
  });
  isHeld = false;
  expect((await start()).json()).toMatchObject({ state: 'done', done: 3 });
  for (const letGo of held) letGo();
  await started;
  const runs = async () => {
    const rows = await server.database.db.select().from(importRuns).orderBy(importRuns.id);
    return rows.map(({ state, done }) => [state, done]);
  };
  await expect.poll(runs).toEqual([
    ['stopped', 1],
    ['done', 3],
  ]);
  expect(asked).toEqual([1, 2, 2, 3]);
});
