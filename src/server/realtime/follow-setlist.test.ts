import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { RESTART_CODE } from '#contract/realtime.ts';
import { endChild } from '../../../tests/support/processes.ts';
import { openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { projectFile } from '../project-files.ts';

let app: TestApp;
let example: ChildProcess;
let showId: string;
let output: string[];
let fetchCount: number;

beforeEach(async () => {
  app = await openTestApp();
  const { admin, fastify } = app;
  const locksAt = '2020-05-08T19:30:00Z';
  const show = { name: 'The Drydock', city: 'Duluth', date: '2031-05-08T19:30:00Z', locksAt };
  showId = (await admin.post('/api/shows', show)).json().id;
  const { email, password } = await app.signUp('marigold');
  const address = await fastify.listen({ port: 0, host: '127.0.0.1' });
  [output, fetchCount] = [[], 0];
  fastify.server.on('request', ({ url }: IncomingMessage) => {
    if (url === `/api/shows/${showId}/night`) fetchCount += 1;
  });
  const script = fileURLToPath(projectFile('docs/examples/follow-setlist.mjs'));
  example = spawn(process.execPath, [script, address, showId], {
    env: { ...process.env, EMAIL: email, PASSWORD: password },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (example.stdout) createInterface(example.stdout).on('line', (line) => output.push(line));
  await expect.poll(() => output).toEqual(['Empty']);
});

afterEach(async () => {
  await endChild(example, 'SIGKILL');
  await app.close();
});

test('prints a song without fetching the show', async () => {
  await play('Ember');
  await expect.poll(() => output).toEqual(['Empty', '1. Ember']);
  expect(fetchCount).toBe(1);
});

test('fetches the show again after a missed message', async () => {
  await play('Ember');
  await expect.poll(() => output.at(-1)).toBe('1. Ember');
  const data = {
    showId,
    version: 1_000,
    audience: 1,
    setlist: { order: [['a', 1, 1]], changed: [] },
  };
  for (const client of app.fastify.websocketServer.clients)
    client.send(JSON.stringify({ event: 'setlist:update', data }));
  await expect.poll(() => fetchCount).toBe(2);
  await expect.poll(() => output).toEqual(['Empty', '1. Ember', '1. Ember']);
});

test.each([
  ['the server restarts', RESTART_CODE],
  ['the connection breaks', 1011],
])('reconnects when %s, and catches up', async (_, code) => {
  for (const client of app.fastify.websocketServer.clients) client.close(code);
  await play('Ember');
  await expect.poll(() => output.at(-1)).toBe('1. Ember');
  const fetchesSoFar = fetchCount;
  expect(fetchesSoFar).toBeGreaterThan(1);
  await play('Fathom');
  await expect.poll(() => output.at(-1)).toBe('1. Ember, 2. Fathom');
  expect(fetchCount).toBe(fetchesSoFar);
});

test('exits when the session ends', async () => {
  const { admin } = app;
  const users: { id: string; username: string }[] = (await admin.get('/api/admin/users')).json();
  const fan = users.find(({ username }) => username === 'marigold');
  const exit = once(example, 'exit');
  await admin.delete(`/api/admin/users/${fan?.id}/sessions`);
  expect(await exit).toEqual([1, null]);
  await expect.poll(() => output.at(-1)).toBe('The session has ended. Sign in again.');
});

async function play(title: string): Promise<void> {
  const { id: songId } = (await app.admin.post('/api/songs', { title })).json();
  const response = await app.admin.post(`/api/shows/${showId}/setlist`, { songId });
  expect(response.statusCode).toBe(201);
}
