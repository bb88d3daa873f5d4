import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { loadEndpoints } from '../../../tests/support/every-call.ts';
import { findScratchFolder } from '../../../tests/support/scratch-folder.ts';
import { openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { openDatabase } from './open.ts';

const UNKNOWN = '5a1c3d1e-0000-4000-8000-000000000000';
const TIMEOUT_MS = 5_000;

let dataDir: string;
let app: TestApp;
beforeAll(async () => {
  // A separate cluster, because this test stops it.
  dataDir = mkdtempSync(join(findScratchFolder(), 'called-it-watchdog-'));
  const options = { databaseUrl: undefined, dataDir, log: () => undefined };
  app = await openTestApp({}, () => openDatabase(options));
});
afterAll(async () => {
  await app.close();
  rmSync(dataDir, { recursive: true, force: true });
});

test('every request gets a response within five seconds while the database is frozen, and succeeds afterwards', async () => {
  const endpoints = [...(await loadEndpoints()).values()];
  const stoppedPids = await signalAll('SIGSTOP');
  const timedOut: string[] = [];
  const unexpected: string[] = [];
  try {
    const check = async (name: string, request: Promise<LightMyRequestResponse>, ok: number[]) => {
      const response = await withTimeout(request);
      if (!response) timedOut.push(name);
      else if (response.statusCode === 503)
        expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
      else if (!ok.includes(response.statusCode)) unexpected.push(`${response.statusCode} ${name}`);
    };
    // Reads may come from the cache. Writes need the database, except to reject input where no
    // session is read.
    await Promise.all([
      ...endpoints.map((endpoint) =>
        check(
          `${endpoint.method} ${endpoint.path}`,
          sendRequest(endpoint),
          endpoint.method === 'GET' ? [200, 204] : endpoint.ignoresSession ? [400] : [],
        ),
      ),
      check('/readyz', app.fastify.inject('/readyz'), []),
      check('/healthz', app.fastify.inject('/healthz'), [200]),
      check('a link', app.fastify.inject(`/s/${'x'.repeat(22)}`), []),
    ]);
    expect({ timedOut, unexpected }).toEqual({ timedOut: [], unexpected: [] });
    const laterResponses = await Promise.all(
      endpoints.filter(({ who }) => who === 'admin').map(sendRequest),
    );
    for (const { statusCode } of laterResponses) expect(statusCode).toBe(503);
  } finally {
    for (const pid of stoppedPids) process.kill(pid, 'SIGCONT');
  }
  await expect.poll(async () => (await app.fastify.inject('/readyz')).statusCode).toBe(200);
  expect((await app.admin.post('/api/songs', { title: 'Back Again' })).statusCode).toBe(201);
});

test('does not cancel a slow statement', async () => {
  const { db } = app.database;
  const { rows } = await db.execute<{ done: string }>(sql`select 'done' as done from pg_sleep(2)`);
  expect(rows).toEqual([{ done: 'done' }]);
});

/** As an administrator, except for sign-in and sign-up, whose bodies are valid. */
function sendRequest({ method, path }: Endpoint): Promise<LightMyRequestResponse> {
  const url = path.replaceAll(/\{\w+\}/g, UNKNOWN);
  const { email, password, cookie = '' } = app.admin;
  const payload = { email, password, username: 'Somebody New' };
  const headers = /login|register/.test(path) ? {} : { cookie };
  const body = method === 'GET' || method === 'DELETE' ? {} : { payload };
  return app.fastify.inject({ method, url, headers, ...body });
}

async function withTimeout<T>(request: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), TIMEOUT_MS);
  });
  try {
    return await Promise.race([request, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

async function signalAll(signal: NodeJS.Signals): Promise<number[]> {
  const file = join(dataDir, 'postgresql', 'data', 'postmaster.pid');
  const postmaster = Number(readFileSync(file, 'utf8').split('\n')[0]);
  const allPids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = await Promise.all(allPids.map(readParentPid));
  const pids = [postmaster, ...allPids.filter((_, index) => parents[index] === postmaster)];
  for (const pid of pids) process.kill(pid, signal);
  return pids;
}

async function readParentPid(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^PPid:\s*(\d+)/m.exec(status)?.[1]);
}
