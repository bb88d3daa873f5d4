import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { openTestApp } from '../../../tests/support/test-app.ts';
import { installDiskSpaceCheck } from './disk-space.ts';
import { installErrorHandler } from './error-handler.ts';

const MB = 1024 * 1024;

test('below 64 MB writes are refused with 507 and reading goes on, until there is room', async () => {
  let free = 65 * MB;
  const app = Fastify();
  installErrorHandler(app);
  installDiskSpaceCheck(app, '/nowhere', async () => free);
  for (const method of ['GET', 'POST'] as const)
    app.route({ method, url: '/', config: { who: 'user' }, handler: async () => 'done' });
  const statuses = async () => [
    (await app.inject({ method: 'GET', url: '/' })).statusCode,
    (await app.inject({ method: 'POST', url: '/' })).statusCode,
  ];
  expect(await statuses()).toEqual([200, 200]);
  free = 63 * MB;
  await expect.poll(statuses, { timeout: 5_000 }).toEqual([200, 507]);
  free = 65 * MB;
  await expect.poll(statuses, { timeout: 5_000 }).toEqual([200, 200]);
  await app.close();
});

test('a folder with room takes writes', async () => {
  const { app, admin, close } = await openTestApp({ dataDir: '.' });
  expect((await admin.post('/api/songs', { title: 'Room Enough' })).statusCode).toBe(201);
  expect(app.hasRoute({ method: 'POST', url: '/api/songs' })).toBe(true);
  await close();
});
