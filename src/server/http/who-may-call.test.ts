import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { loadEndpoints } from '../../../tests/support/every-call.ts';
import { makeScribe } from '../../../tests/support/make-scribe.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour } from '../../../tests/support/tour.ts';
import { users } from '../db/schema/accounts.ts';

const endpoints = [...(await loadEndpoints())];
const restricted = endpoints.filter(([, { who }]) => who !== 'anyone');
type Who = Exclude<Endpoint['who'], 'anyone'>;
/** The audiences that each role belongs to. The other scribe has another show. */
const ROLES = {
  fan: ['user'],
  scribe: ['user', 'scribe'],
  otherScribe: ['user'],
  moderator: ['user', 'moderator'],
  administrator: ['user', 'scribe', 'moderator', 'admin'],
} satisfies Record<string, Who[]>;
type Role = keyof typeof ROLES;
const mayCall = (role: Role, { who }: Endpoint) => ROLES[role].some((name) => name === who);
const table = (Object.keys(ROLES) as Role[]).flatMap((role) =>
  restricted.map(([name, endpoint]) => [role, name, endpoint] as const),
);
const forbidden = table.filter(([role, , endpoint]) => !mayCall(role, endpoint));
/** Writes that succeed without a body have their own tests. */
const allowed = table.filter(
  ([role, , endpoint]) =>
    mayCall(role, endpoint) &&
    (endpoint.method === 'GET' || ['scribe', 'moderator'].includes(endpoint.who)),
);
const writes = restricted.filter(
  ([, { method, endsTemporaryPassword }]) => method !== 'GET' && !endsTemporaryPassword,
);

let app: TestApp;
let fan: Caller;
let callers: Record<Role, Caller>;
let showId: string;
let imported: Caller;
beforeAll(async () => {
  app = await openTestApp();
  fan = await app.signUp('Front Row');
  const tour = planTour(app);
  showId = await tour.addShow({ name: 'Tonight' });
  const scribe = await app.signUp('Notebook');
  const otherScribe = await app.signUp('Other Notebook');
  await makeScribe(app, scribe, { showId });
  await makeScribe(app, otherScribe, { showId: await tour.addShow({ name: 'Another' }) });
  const moderator = await app.signUp('Referee');
  await app.admin.patch(`/api/admin/users/${moderator.userId}`, { isModerator: true });
  callers = { fan, scribe, otherScribe, moderator, administrator: app.admin };
  imported = await app.signUp('From The Old Site');
  const { db } = app.database;
  await db.update(users).set({ mustChangePassword: true }).where(eq(users.id, imported.userId));
});
afterAll(() => app.close());

const buildUrl = ({ path }: Endpoint) => path.replaceAll(/\{\w+\}/g, showId.toUpperCase());

async function fetchResponse(endpoint: Endpoint, { cookie = '' }: Partial<Caller>) {
  const { method } = endpoint;
  const url = buildUrl(endpoint);
  // Sends no body: access is checked before validation.
  return app.fastify.inject({ method, url, headers: { cookie } });
}

async function fetchStatus(endpoint: Endpoint, caller: Partial<Caller>) {
  const response = await fetchResponse(endpoint, caller);
  expect(response.json().message).toMatch(/^[A-Z].{3,}$/);
  return response.statusCode;
}

test.each(restricted)('rejects %s without a session', async (_, endpoint) => {
  expect(await fetchStatus(endpoint, {})).toBe(401);
});

test.each(forbidden)('forbids the role %s to call %s', async (role, _, endpoint) => {
  const response = await fetchResponse(endpoint, callers[role]);
  expect([response.statusCode, response.json().message]).toEqual([
    403,
    'You do not have permission to access the admin panel',
  ]);
});

test.each(allowed)('allows the role %s to call %s', async (role, _, endpoint) => {
  const { statusCode } = await fetchResponse(endpoint, callers[role]);
  expect([401, 403]).not.toContain(statusCode);
});

test('covers every role', () => {
  const counts = (Object.keys(ROLES) as Role[]).map((role) => [
    role,
    restricted.filter(([, endpoint]) => mayCall(role, endpoint)).length,
  ]);
  const { fan: fanCount, ...others } = Object.fromEntries(counts) as Record<Role, number>;
  expect(others).toEqual({
    scribe: fanCount + 7,
    otherScribe: fanCount,
    moderator: fanCount + 7,
    administrator: restricted.length,
  });
});

test.each(writes)('rejects %s until the temporary password is changed', async (_, endpoint) => {
  expect(await fetchStatus(endpoint, imported)).toBe(403);
});

const large = restricted.filter(([, { bodyLimit }]) => bodyLimit !== undefined);

test.each(large)(
  'does not read the body of %s from callers that it rejects',
  async (_, endpoint) => {
    const { method, who } = endpoint;
    const url = buildUrl(endpoint);
    for (const { cookie } of who !== 'user' ? [app.visitor, fan] : [app.visitor, imported]) {
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
  },
);

test('ignores roles, points and IDs in a registration', async () => {
  const extraFields = {
    ...{ isAdmin: true, isModerator: true, scribeOf: [showId] },
    ...{ totalPoints: 41, mustChangePassword: false, id: fan.userId },
  };
  const body = { email: 'sly@example.com', username: 'Sly', password: 'correct horse' };
  const response = await app.visitor.post('/api/auth/register', { ...body, ...extraFields });
  expect(response.json()).toMatchObject({
    ...{ isAdmin: false, isModerator: false, scribeOf: [], totalPoints: 0 },
  });
  expect(response.json().id).not.toBe(fan.userId);
});
