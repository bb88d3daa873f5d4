import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { USERS_CSV_PATH } from '#contract/exports.ts';
import { FRESH_SIGN_IN, FRESH_SIGN_IN_MINUTES } from '#contract/fresh-sign-in.ts';
import { createAuthenticator } from '../../../../tests/support/authenticator.ts';
import {
  type Caller,
  createCaller,
  openTestApp,
  signIn,
  type TestApp,
  type TestResponse,
} from '../../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../../tests/support/tour.ts';
import { auditLog } from '../../db/schema/audit.ts';

let app: TestApp;
let tour: Tour;
let fan: Caller;
let backup: string;
/** An administrator whose sign-in has just stopped being fresh. */
let admin: Caller;

const FRESH_MS = FRESH_SIGN_IN_MINUTES * 60_000;
const key = createAuthenticator('http://localhost');

beforeAll(async () => {
  app = await openTestApp();
  tour = planTour(app);
  fan = await app.signUp('Fan');
  const { password: currentPassword } = app.admin;
  const options = await app.admin.post('/api/user/passkeys/options', { currentPassword });
  const body = { name: 'Key', credential: key.create(options.json()) };
  expect((await app.admin.post('/api/user/passkeys', body)).statusCode).toBe(201);
  backup = (await app.admin.post('/api/admin/backups')).json().name;
});
afterAll(() => app.close());

beforeEach(async () => {
  admin = createCaller(app.fastify, app.admin);
  await signIn(admin);
  app.clock.now += FRESH_MS;
});

const confirm = (body: object, caller = admin) => caller.post('/api/auth/confirm', body);
const needsConfirmation = ({ statusCode, body }: TestResponse) =>
  statusCode === 403 && JSON.parse(body).code === FRESH_SIGN_IN;

async function addPredictedShow(): Promise<string> {
  const [song = ''] = await tour.addSongs(`Ember ${randomUUID()}`);
  const show = await tour.addShow();
  await tour.predict(fan, show, [song]);
  return show;
}

async function createThread(): Promise<string> {
  const thread = { title: 'Openers', category: 'General', content: 'Which one?' };
  return (await fan.post('/api/forums/threads', thread)).json().id;
}

async function findCurrentSession(caller: Caller): Promise<string> {
  const rows: { id: string; isCurrent: boolean }[] = (
    await caller.get('/api/user/sessions')
  ).json();
  return rows.find(({ isCurrent }) => isCurrent)?.id ?? '';
}

const SENSITIVE: Record<string, () => Promise<() => Promise<TestResponse>>> = {
  'downloading a backup': async () => () => admin.get(`/api/admin/backups/${backup}/file`),
  'exporting all email addresses': async () => () => admin.get(USERS_CSV_PATH),
  'granting a role': async () => () =>
    admin.patch(`/api/admin/users/${fan.userId}`, { isAdmin: true }),
  'revoking a role': async () => () =>
    admin.patch(`/api/admin/users/${fan.userId}`, { isAdmin: false }),
  'deleting a show with predictions': async () => {
    const show = await addPredictedShow();
    return () => admin.delete(`/api/shows/${show}`);
  },
  'deleting a picked song': async () => {
    const [song = ''] = await tour.addSongs(`Fathom ${randomUUID()}`);
    await tour.predict(fan, await tour.addShow(), [song]);
    return () => admin.delete(`/api/songs/${song}`);
  },
  'deleting a thread with replies': async () => {
    const thread = `/api/forums/threads/${await createThread()}`;
    await app.admin.post(`${thread}/posts`, { content: 'Ember' });
    return () => admin.delete(thread);
  },
  'ending another session of the account': async () => {
    const phone = createCaller(app.fastify, app.admin);
    await signIn(phone);
    return async () => admin.delete(`/api/user/sessions/${await findCurrentSession(phone)}`);
  },
  'deleting the demo data': async () => {
    await admin.patch('/api/admin/band', { bandName: 'Paper Moons' });
    return () => admin.post('/api/admin/empty-demo', { name: 'Paper Lantern Parade' });
  },
  'removing all posts of an author': async () => {
    const author = await app.signUp(`Author ${randomUUID()}`);
    return () => admin.delete(`/api/admin/users/${author.userId}/posts`);
  },
  'calling the check endpoint': async () => () => admin.post('/api/auth/fresh'),
  'restoring a backup': async () => () =>
    admin.post(`/api/admin/backups/${backup}/restore`, { name: backup }),
};

test.each(Object.entries(SENSITIVE))(
  '%s succeeds only after a fresh sign-in',
  async (_, prepare) => {
    const callEndpoint = await prepare();
    const countRecords = () => app.database.db.$count(auditLog);
    const countBefore = await countRecords();
    expect(await callEndpoint()).toSatisfy(needsConfirmation);
    expect(await countRecords()).toBe(countBefore);
    expect((await confirm({ password: admin.password })).statusCode).toBe(204);
    expect((await callEndpoint()).statusCode).toBeLessThan(300);
  },
);

test('a sign-in is fresh until exactly the limit', async () => {
  app.clock.now -= 1;
  expect((await admin.post('/api/auth/fresh')).statusCode).toBe(204);
  app.clock.now += 1;
  expect(await admin.post('/api/auth/fresh')).toSatisfy(needsConfirmation);
});

test('the user’s own passkey confirms a sign-in', async () => {
  const signChallenge = async (caller: Caller) => {
    const challenge = await caller.post('/api/auth/passkey/options');
    return { credential: key.get(challenge.json()) };
  };
  const response = await confirm(await signChallenge(fan), fan);
  expect([response.statusCode, response.json().message]).toEqual([
    401,
    'This passkey is not recognized',
  ]);
  expect((await confirm(await signChallenge(admin))).statusCode).toBe(204);
  expect((await admin.post('/api/auth/fresh')).statusCode).toBe(204);
});

test('a wrong password does not confirm a sign-in, and attempts are limited', async () => {
  for (let n = 0; n < 5; n += 1) {
    const response = await confirm({ password: `wrong ${n}` });
    expect([response.statusCode, response.json().message]).toEqual([
      400,
      'Current password is incorrect',
    ]);
  }
  expect((await confirm({ password: admin.password })).statusCode).toBe(429);
  expect(await admin.post('/api/auth/fresh')).toSatisfy(needsConfirmation);
});

test('failures delay only their own session, for at most a minute', async () => {
  const thief = createCaller(app.fastify, admin);
  thief.cookie = admin.cookie;
  const owner = createCaller(app.fastify, app.admin);
  await signIn(owner);
  for (let n = 0; n < 5; n += 1) await confirm({ password: `wrong ${n}` }, thief);
  for (let n = 0; n < 10; n += 1) {
    app.clock.now += 60_000;
    expect((await confirm({ password: 'wrong' }, thief)).statusCode).toBe(400);
  }
  expect((await confirm({ password: owner.password }, owner)).statusCode).toBe(204);
  const response = await confirm({ password: admin.password });
  expect([response.statusCode, response.headers['retry-after']]).toEqual([429, '60']);
  app.clock.now += 60_000;
  expect((await confirm({ password: admin.password })).statusCode).toBe(204);
});

test('a confirmation applies only to its session', async () => {
  const otherSession = createCaller(app.fastify, app.admin);
  await signIn(otherSession);
  app.clock.now += FRESH_MS;
  await confirm({ password: admin.password });
  expect((await admin.post('/api/auth/fresh')).statusCode).toBe(204);
  expect(await otherSession.post('/api/auth/fresh')).toSatisfy(needsConfirmation);
});

test('deleting unused content and ending the current session need no fresh sign-in', async () => {
  const [song] = await tour.addSongs('Gale');
  const show = `/api/shows/${await tour.addShow()}`;
  const thread = `/api/forums/threads/${await createThread()}`;
  for (const url of [show, `/api/songs/${song}`, thread])
    expect((await admin.delete(url)).statusCode).toBe(204);
  const response = await admin.delete(`/api/user/sessions/${await findCurrentSession(admin)}`);
  expect(response.statusCode).toBe(204);
});
