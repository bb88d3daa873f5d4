import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { contractEndpoints } from '../../../tests/support/every-call.ts';
import { scratchFolder } from '../../../tests/support/scratch-folder.ts';
import { openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { openDatabase } from './open.ts';

const UNKNOWN = '5a1c3d1e-0000-4000-8000-000000000000';
const PATIENCE_MS = 5_000;

let dataDir: string;
let server: TestApp;
beforeAll(async () => {
  // A separate cluster, because this test stops it.
  dataDir = mkdtempSync(join(scratchFolder(), 'called-it-silence-'));
  const options = { databaseUrl: undefined, dataDir, log: () => undefined };
  server = await openTestApp({}, () => openDatabase(options));
});
afterAll(async () => {
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

test('every call is answered within five seconds while the database is frozen, and works again afterwards', async () => {
  const endpoints = [...(await contractEndpoints()).values()];
  const stopped = await signalAll('SIGSTOP');
  const late: string[] = [];
  const wrong: string[] = [];
  try {
    const ask = async (name: string, asked: Promise<LightMyRequestResponse>, ok: number[]) => {
      const answer = await within(asked);
      if (!answer) late.push(name);
      else if (answer.statusCode === 503)
        expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      else if (!ok.includes(answer.statusCode)) wrong.push(`${answer.statusCode} ${name}`);
    };
    // Reads may come from the cache. Writes always need the database.
    await Promise.all([
      ...endpoints.map((one) =>
        ask(`${one.method} ${one.path}`, call(one), one.method === 'GET' ? [200, 204] : []),
      ),
      ask('/readyz', server.app.inject('/readyz'), []),
      ask('/healthz', server.app.inject('/healthz'), [200]),
      ask('a link', server.app.inject(`/s/${'x'.repeat(22)}`), []),
    ]);
    expect({ late, wrong }).toEqual({ late: [], wrong: [] });
    // Later requests fail immediately instead of queueing.
    const again = await Promise.all(endpoints.filter(({ who }) => who === 'admin').map(call));
    for (const { statusCode } of again) expect(statusCode).toBe(503);
  } finally {
    for (const pid of stopped) process.kill(pid, 'SIGCONT');
  }
  await expect.poll(async () => (await server.app.inject('/readyz')).statusCode).toBe(200);
  expect((await server.admin.post('/api/songs', { title: 'Back Again' })).statusCode).toBe(201);
});

test('a slow statement is not cancelled', async () => {
  const { db } = server.database;
  const { rows } = await db.execute<{ done: string }>(sql`select 'done' as done from pg_sleep(2)`);
  expect(rows).toEqual([{ done: 'done' }]);
});

/** Calls an endpoint as an administrator. Bodies of sign-in and sign-up are valid. */
function call({ method, path }: Endpoint): Promise<LightMyRequestResponse> {
  const url = path.replaceAll(/\{\w+\}/g, UNKNOWN);
  const { email, password, cookie = '' } = server.admin;
  const payload = { email, password, username: 'Somebody New' };
  // Sign-in and sign-up are called without a session.
  const headers = /login|register/.test(path) ? {} : { cookie };
  const body = method === 'GET' || method === 'DELETE' ? {} : { payload };
  return server.app.inject({ method, url, headers, ...body });
}

async function within<T>(asked: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), PATIENCE_MS);
  });
  try {
    return await Promise.race([asked, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** Signals the postmaster and its children, and returns their ids. */
async function signalAll(signal: NodeJS.Signals): Promise<number[]> {
  const file = join(dataDir, 'postgresql', 'data', 'postmaster.pid');
  const postmaster = Number(readFileSync(file, 'utf8').split('\n')[0]);
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = await Promise.all(all.map(parentOf));
  const pids = [postmaster, ...all.filter((_, index) => parents[index] === postmaster)];
  for (const pid of pids) process.kill(pid, signal);
  return pids;
}

async function parentOf(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^PPid:\s*(\d+)/m.exec(status)?.[1]);
}
