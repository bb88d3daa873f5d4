import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { loadEndpoints } from '../../../tests/support/every-call.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { users } from '../db/schema/accounts.ts';

const endpoints = [...(await loadEndpoints())];
const restricted = endpoints.filter(([, { who }]) => who !== 'anyone');
const forAdmins = endpoints.filter(([, { who }]) => who === 'admin');
const writes = restricted.filter(
  ([, { method, endsTemporaryPassword }]) => method !== 'GET' && !endsTemporaryPassword,
);

let app: TestApp;
let fan: Caller;
let imported: Caller;
beforeAll(async () => {
  app = await openTestApp();
  fan = await app.signUp('Front Row');
  imported = await app.signUp('From The Old Site');
  const { db } = app.database;
  await db.update(users).set({ mustChangePassword: true }).where(eq(users.id, imported.userId));
});
afterAll(() => app.close());

const buildUrl = ({ path }: Endpoint) =>
  path.replaceAll(/\{\w+\}/g, '5a1c3d1e-0000-4000-8000-000000000000');

async function fetchStatus(endpoint: Endpoint, { cookie = '' }: Partial<Caller>) {
  const { method } = endpoint;
  const url = buildUrl(endpoint);
  // Sends no body: access is checked before validation.
  const response = await app.fastify.inject({ method, url, headers: { cookie } });
  expect(response.json().message).toMatch(/^[A-Z].{3,}$/);
  return response.statusCode;
}

test.each(restricted)('rejects %s without a session', async (_, endpoint) => {
  expect(await fetchStatus(endpoint, {})).toBe(401);
});

test.each(forAdmins)('rejects %s to a fan', async (_, endpoint) => {
  expect(await fetchStatus(endpoint, fan)).toBe(403);
});

test.each(writes)('rejects %s until the temporary password is changed', async (_, endpoint) => {
  expect(await fetchStatus(endpoint, imported)).toBe(403);
});

const large = restricted.filter(([, { bodyLimit }]) => bodyLimit !== undefined);

test.each(large)('reads no body of %s from callers it rejects', async (_, endpoint) => {
  const { method, who } = endpoint;
  const url = buildUrl(endpoint);
  for (const { cookie } of who === 'admin' ? [app.visitor, fan] : [app.visitor, imported]) {
    let isRead = false;
    const payload = new Readable({
      read() {
        isRead = true;
      },
    });
    const headers = { 'content-type': 'application/json', ...(cookie && { cookie }) };
    const response = await app.fastify.inject({ method, url, headers, payload });
    expect([response.statusCode, isRead]).toEqual([cookie ? 403 : 401, false]);
  }
});

test('ignores isAdmin, points and ids in a registration', async () => {
  const extraFields = { isAdmin: true, totalPoints: 41, mustChangePassword: false, id: fan.userId };
  const body = { email: 'sly@example.com', username: 'Sly', password: 'correct horse' };
  const response = await app.visitor.post('/api/auth/register', { ...body, ...extraFields });
  expect(response.json()).toMatchObject({ isAdmin: false, totalPoints: 0 });
  expect(response.json().id).not.toBe(fan.userId);
});
