import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { USERS_CSV_PATH } from '#contract/exports.ts';
import { FRESH_SIGN_IN, FRESH_SIGN_IN_MINUTES } from '#contract/fresh-sign-in.ts';
import { createAuthenticator } from '../../../../tests/support/authenticator.ts';
import {
  type Answer,
  type Caller,
  callerOf,
  openTestApp,
  signIn,
  type TestApp,
} from '../../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../../tests/support/tour.ts';
import { auditLog } from '../../db/schema/audit.ts';

let test: TestApp;
let tour: Tour;
let fan: Caller;
let backup: string;
/** An administrator whose sign-in has just stopped being fresh. */
let admin: Caller;

const MS = FRESH_SIGN_IN_MINUTES * 60_000;
const key = createAuthenticator('http://localhost');

beforeAll(async () => {
  test = await openTestApp();
  tour = planTour(test);
  fan = await test.signUp('Fan');
  const { password: currentPassword } = test.admin;
  const options = await test.admin.post('/api/user/passkeys/options', { currentPassword });
  const added = { name: 'Key', credential: key.create(options.json()) };
  expect((await test.admin.post('/api/user/passkeys', added)).statusCode).toBe(201);
  backup = (await test.admin.post('/api/admin/backups')).json().name;
});
afterAll(() => test.close());

beforeEach(async () => {
  admin = callerOf(test.app, test.admin);
  await signIn(admin);
  test.clock.now += MS;
});

const confirm = (body: object, by = admin) => by.post('/api/auth/confirm', body);
const needsConfirmation = ({ statusCode, body }: Answer) =>
  statusCode === 403 && JSON.parse(body).code === FRESH_SIGN_IN;

async function predictedShow(): Promise<string> {
  const [song = ''] = await tour.songs(`Ember ${randomUUID()}`);
  const show = await tour.show();
  await tour.predict(fan, show, [song]);
  return show;
}

async function openThread(): Promise<string> {
  const thread = { title: 'Openers', category: 'General', content: 'Which one?' };
  return (await fan.post('/api/forums/threads', thread)).json().id;
}

async function sessionOf(caller: Caller): Promise<string> {
  const rows: { id: string; isCurrent: boolean }[] = (
    await caller.get('/api/user/sessions')
  ).json();
  return rows.find(({ isCurrent }) => isCurrent)?.id ?? '';
}

const SENSITIVE: Record<string, () => Promise<() => Promise<Answer>>> = {
  'downloading a backup': async () => () => admin.get(`/api/admin/backups/${backup}/file`),
  'the export of all email addresses': async () => () => admin.get(USERS_CSV_PATH),
  'granting a role': async () => () =>
    admin.patch(`/api/admin/users/${fan.userId}`, { isAdmin: true }),
  'revoking a role': async () => () =>
    admin.patch(`/api/admin/users/${fan.userId}`, { isAdmin: false }),
  'deleting a show with predictions': async () => {
    const show = await predictedShow();
    return () => admin.delete(`/api/shows/${show}`);
  },
  'deleting a picked song': async () => {
    const [song = ''] = await tour.songs(`Fathom ${randomUUID()}`);
    await tour.predict(fan, await tour.show(), [song]);
    return () => admin.delete(`/api/songs/${song}`);
  },
  'deleting a thread with replies': async () => {
    const thread = `/api/forums/threads/${await openThread()}`;
    await test.admin.post(`${thread}/posts`, { content: 'Ember' });
    return () => admin.delete(thread);
  },
  'ending another session of the account': async () => {
    const phone = callerOf(test.app, test.admin);
    await signIn(phone);
    return async () => admin.delete(`/api/user/sessions/${await sessionOf(phone)}`);
  },
  'deleting the demo data': async () => {
    await admin.patch('/api/admin/band', { bandName: 'Paper Moons' });
    return () => admin.post('/api/admin/empty-demo', { name: 'Paper Lantern Parade' });
  },
  'removing all posts of an author': async () => {
    const author = await test.signUp(`Author ${randomUUID()}`);
    return () => admin.delete(`/api/admin/users/${author.userId}/posts`);
  },
  'the check endpoint': async () => () => admin.post('/api/auth/fresh'),
  'restoring a backup': async () => () =>
    admin.post(`/api/admin/backups/${backup}/restore`, { name: backup }),
};

it.each(Object.entries(SENSITIVE))(
  '%s requires a fresh sign-in, and then succeeds',
  async (_, prepare) => {
    const act = await prepare();
    const records = () => test.database.db.$count(auditLog);
    const before = await records();
    expect(await act()).toSatisfy(needsConfirmation);
    expect(await records()).toBe(before);
    expect((await confirm({ password: admin.password })).statusCode).toBe(204);
    expect((await act()).statusCode).toBeLessThan(300);
  },
);

it('a sign-in is fresh until exactly the limit', async () => {
  test.clock.now -= 1;
  expect((await admin.post('/api/auth/fresh')).statusCode).toBe(204);
  test.clock.now += 1;
  expect(await admin.post('/api/auth/fresh')).toSatisfy(needsConfirmation);
});

it('the user’s own passkey confirms a sign-in', async () => {
  const sign = async (by: Caller) => {
    const challenge = await by.post('/api/auth/passkey/options');
    return { credential: key.get(challenge.json()) };
  };
  const stranger = await confirm(await sign(fan), fan);
  expect([stranger.statusCode, stranger.json().message]).toEqual([
    401,
    'This passkey is not recognized',
  ]);
  expect((await confirm(await sign(admin))).statusCode).toBe(204);
  expect((await admin.post('/api/auth/fresh')).statusCode).toBe(204);
});

it('a wrong password confirms nothing, and guesses are limited', async () => {
  for (let n = 0; n < 5; n += 1) {
    const wrong = await confirm({ password: `wrong ${n}` });
    expect([wrong.statusCode, wrong.json().message]).toEqual([
      400,
      'Current password is incorrect',
    ]);
  }
  expect((await confirm({ password: admin.password })).statusCode).toBe(429);
  expect(await admin.post('/api/auth/fresh')).toSatisfy(needsConfirmation);
});

it('failures delay only their own session, for a minute at most', async () => {
  const thief = callerOf(test.app, admin);
  thief.cookie = admin.cookie;
  const owner = callerOf(test.app, test.admin);
  await signIn(owner);
  for (let n = 0; n < 5; n += 1) await confirm({ password: `wrong ${n}` }, thief);
  for (let n = 0; n < 10; n += 1) {
    test.clock.now += 60_000;
    expect((await confirm({ password: 'wrong' }, thief)).statusCode).toBe(400);
  }
  expect((await confirm({ password: owner.password }, owner)).statusCode).toBe(204);
  const early = await confirm({ password: admin.password });
  expect([early.statusCode, early.headers['retry-after']]).toEqual([429, '60']);
  test.clock.now += 60_000;
  expect((await confirm({ password: admin.password })).statusCode).toBe(204);
});

it('a confirmation applies only to its session', async () => {
  const other = callerOf(test.app, test.admin);
  await signIn(other);
  test.clock.now += MS;
  await confirm({ password: admin.password });
  expect((await admin.post('/api/auth/fresh')).statusCode).toBe(204);
  expect(await other.post('/api/auth/fresh')).toSatisfy(needsConfirmation);
});

it('deleting unused content and ending the current session need no fresh sign-in', async () => {
  const [song] = await tour.songs('Gale');
  const show = `/api/shows/${await tour.show()}`;
  const thread = `/api/forums/threads/${await openThread()}`;
  for (const url of [show, `/api/songs/${song}`, thread])
    expect((await admin.delete(url)).statusCode).toBe(204);
  const ended = await admin.delete(`/api/user/sessions/${await sessionOf(admin)}`);
  expect(ended.statusCode).toBe(204);
});
