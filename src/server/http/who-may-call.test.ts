import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { contractEndpoints } from '../../../tests/support/every-call.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { users } from '../db/schema/accounts.ts';

const endpoints = [...(await contractEndpoints())];
const closed = endpoints.filter(([, { who }]) => who !== 'anyone');
const forAdmins = endpoints.filter(([, { who }]) => who === 'admin');
const writes = closed.filter(
  ([, { method, endsTemporaryPassword }]) => method !== 'GET' && !endsTemporaryPassword,
);

let server: TestApp;
let fan: Caller;
let imported: Caller;
beforeAll(async () => {
  server = await openTestApp();
  fan = await server.signUp('Front Row');
  imported = await server.signUp('From The Old Site');
  const { db } = server.database;
  await db.update(users).set({ mustChangePassword: true }).where(eq(users.id, imported.userId));
});
afterAll(() => server.close());

const addressOf = ({ path }: Endpoint) =>
  path.replaceAll(/\{\w+\}/g, '5a1c3d1e-0000-4000-8000-000000000000');

async function statusOf(endpoint: Endpoint, { cookie = '' }: Partial<Caller>) {
  const { method } = endpoint;
  const url = addressOf(endpoint);
  // No body: the refusal must come before validation.
  const answer = await server.app.inject({ method, url, headers: { cookie } });
  expect(answer.json().message).toMatch(/^[A-Z].{3,}$/);
  return answer.statusCode;
}

test.each(closed)('refuses %s without a session', async (_, endpoint) => {
  expect(await statusOf(endpoint, {})).toBe(401);
});

test.each(forAdmins)('refuses %s to a fan', async (_, endpoint) => {
  expect(await statusOf(endpoint, fan)).toBe(403);
});

test.each(writes)('refuses %s until the temporary password is changed', async (_, endpoint) => {
  expect(await statusOf(endpoint, imported)).toBe(403);
});

const large = closed.filter(([, { bodyLimit }]) => bodyLimit !== undefined);

test.each(large)('reads no body of %s from callers it refuses', async (_, endpoint) => {
  const { method, who } = endpoint;
  const url = addressOf(endpoint);
  for (const { cookie } of who === 'admin' ? [server.visitor, fan] : [server.visitor, imported]) {
    let isRead = false;
    const payload = new Readable({
      read() {
        isRead = true;
      },
    });
    const headers = { 'content-type': 'application/json', ...(cookie && { cookie }) };
    const answer = await server.app.inject({ method, url, headers, payload });
    expect([answer.statusCode, isRead]).toEqual([cookie ? 403 : 401, false]);
  }
});

test('ignores isAdmin, points and ids in a registration', async () => {
  const more = { isAdmin: true, totalPoints: 41, mustChangePassword: false, id: fan.userId };
  const body = { email: 'sly@example.com', username: 'Sly', password: 'correct horse' };
  const answer = await server.visitor.post('/api/auth/register', { ...body, ...more });
  expect(answer.json()).toMatchObject({ isAdmin: false, totalPoints: 0 });
  expect(answer.json().id).not.toBe(fan.userId);
});
