import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY, HOUR } from '#contract/durations.ts';
import { createAuthenticator } from '../../tests/support/authenticator.ts';
import { makeScribe } from '../../tests/support/make-scribe.ts';
import { insertOwnedRows, readOwnedRows } from '../../tests/support/owned-rows.ts';
import {
  type Caller,
  createCaller,
  openTestApp,
  signIn,
  type TestApp,
  type TestResponse,
} from '../../tests/support/test-app.ts';
import { planTour } from '../../tests/support/tour.ts';

let app: TestApp;
let fan: Caller;
let bystander: Caller;
let showId: string;
let songIds: string[];
beforeAll(async () => {
  app = await openTestApp();
  const tour = planTour(app);
  songIds = await tour.addSongs('Ember', 'Fathom', 'Gale', 'Harbor');
  showId = await tour.addShow({ date: new Date(app.clock.now + 20 * DAY) });
  [bystander, fan] = [await app.signUp('Bystander'), await app.signUp('Fan')];
  await signIn(createCaller(app.fastify, bystander));
  const { id } = await tour.predict(bystander, showId, songIds.slice(0, 3));
  await bystander.post(`/api/predictions/${id}/share`);
  await bystander.post('/api/user/calendar');
  await bystander.post('/api/user/tokens', BOT);
  await addPasskey(bystander, createAuthenticator('http://localhost'));
  await bystander.patch('/api/user/notices', REMINDER);
  await bystander.post('/api/user/push-subscriptions', toDevice('bystander'));
  const thread = (await bystander.post('/api/forums/threads', body('Mine'))).json();
  await bystander.post(`/api/forums/threads/${thread.id}/posts`, { content: 'More' });
  const fields = { name: 'Mine', color: 'blue', isListed: true, startShowId: showId };
  const leagueId = (await bystander.post('/api/leagues', fields)).json().id;
  await bystander.post(`/api/leagues/${leagueId}/posts`, { content: 'Ours' });
  const report = { reason: 'spam' };
  const admin = `/api/reports/username/${app.admin.userId}`;
  await bystander.post(admin, report);
  await makeScribe(app, bystander, { showId });
  await app.admin.post(`/api/reports/thread/${thread.id}`, report);
  const [blockedId = ''] = await tour.addFans(1);
  await bystander.post('/api/user/blocks', { userId: blockedId });
  await bystander.post(`/api/user/revealed-shows/${showId}`);
  await insertOwnedRows(app, { userId: bystander.userId, showId, leagueId, predictionId: id });
  app.clock.now += 6 * DAY;
  await signIn(fan);
});
afterAll(() => app.close());

const BOT = { name: 'Bot', scopes: ['read'], lifetimeDays: 7 };
const REMINDER = { channel: 'mail', kind: 'reminder', isWanted: true };
const toDevice = (name: string) => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${name}`,
  keys: { p256dh: 'BKey', auth: 'secret' },
  timeZone: 'America/New_York',
});

async function addPasskey(caller: Caller, key: ReturnType<typeof createAuthenticator>) {
  const options = { currentPassword: caller.password };
  const challenge = (await caller.post('/api/user/passkeys/options', options)).json();
  return caller.post('/api/user/passkeys', { name: 'Phone', credential: key.create(challenge) });
}

const body = (title: string) => ({ title, category: 'General', content: 'Which one?' });

const ids = { prediction: '', thread: '', post: '', passkey: '', token: '' };
const storeId = async (name: keyof typeof ids, pendingResponse: Promise<TestResponse>) => {
  const response = await pendingResponse;
  ids[name] = response.json().id;
  return response;
};
const findFirstPost = async () => {
  const posts = await fan.get(`/api/forums/threads/${ids.thread}/posts`);
  return posts.json()[0].id as string;
};

const findOtherThread = async () => {
  const threads: { id: string }[] = (await fan.get('/api/forums/threads')).json();
  return threads.find(({ id }) => id !== ids.thread)?.id ?? '';
};

const toLogin = ({ email, password }: Caller) => ({ email, password });
const key = createAuthenticator('http://localhost');
const signInWithPasskey = async () => {
  const visitor = createCaller(app.fastify, fan);
  const challenge = (await visitor.post('/api/auth/passkey/options')).json();
  return visitor.post('/api/auth/passkey', { credential: key.get(challenge) });
};
const getEmailedToken = () => app.mailer.tokenFor(fan.email);

const WRITES: [string, () => Promise<TestResponse>][] = [
  [
    'signing up',
    () =>
      createCaller(app.fastify, fan).post('/api/auth/register', {
        email: 'new@example.com',
        username: 'Newcomer',
        password: 'long enough',
      }),
  ],
  ['signing in', () => createCaller(app.fastify, fan).post('/api/auth/login', toLogin(fan))],
  [
    'signing in after an hour',
    () => {
      app.clock.now += HOUR;
      return createCaller(app.fastify, fan).post('/api/auth/login', toLogin(fan));
    },
  ],
  ['reading the current user', () => fan.get('/api/auth/user')],
  [
    'editing the profile',
    () =>
      fan.patch('/api/user/profile', {
        username: 'Fan, again',
        homeVenue: 'Barn',
        favoriteSong: 'Ember',
        hasPrivateSheets: true,
      }),
  ],
  ['predicting', () => storeId('prediction', fan.post('/api/predictions', { showId, songIds }))],
  [
    'editing the prediction',
    () => fan.patch(`/api/predictions/${ids.prediction}`, { songIds: songIds.slice(1) }),
  ],
  ['sharing it', () => fan.post(`/api/predictions/${ids.prediction}/share`)],
  [
    'changing the link',
    () => fan.patch(`/api/predictions/${ids.prediction}/share`, { showsSongsEarly: true }),
  ],
  ['deleting the link', () => fan.delete(`/api/predictions/${ids.prediction}/share`)],
  ['confirming', () => fan.post('/api/auth/confirm', { password: fan.password })],
  ['creating an API token', () => storeId('token', fan.post('/api/user/tokens', BOT))],
  ['revoking the token', () => fan.delete(`/api/user/tokens/${ids.token}`)],
  ['creating a calendar', () => fan.post('/api/user/calendar')],
  ['revoking the calendar', () => fan.delete('/api/user/calendar')],
  ['starting a thread', () => storeId('thread', fan.post('/api/forums/threads', body('Theirs')))],
  [
    'posting',
    () =>
      storeId('post', fan.post(`/api/forums/threads/${ids.thread}/posts`, { content: 'This one' })),
  ],
  ['editing the post', () => fan.patch(`/api/forums/posts/${ids.post}`, { content: 'That one' })],
  ['deleting the post', () => fan.delete(`/api/forums/posts/${ids.post}`)],
  [
    'editing the first post',
    async () => fan.patch(`/api/forums/posts/${await findFirstPost()}`, { content: 'Or not' }),
  ],
  [
    'reporting a thread',
    async () => fan.post(`/api/reports/thread/${await findOtherThread()}`, { reason: 'spam' }),
  ],
  ['deleting the thread', () => fan.delete(`/api/forums/threads/${ids.thread}`)],
  [
    'ending a session',
    async () => {
      const rows: { id: string; isCurrent: boolean }[] = (
        await fan.get('/api/user/sessions')
      ).json();
      await fan.post('/api/auth/confirm', { password: fan.password });
      return fan.delete(`/api/user/sessions/${rows.find(({ isCurrent }) => !isCurrent)?.id}`);
    },
  ],
  ['requesting a verification email', () => fan.post('/api/user/verify-email')],
  [
    'verifying the email address',
    async () => fan.post('/api/auth/verify-email', { token: await getEmailedToken() }),
  ],
  ['adding a passkey', () => storeId('passkey', addPasskey(fan, key))],
  ['renaming it', () => fan.patch(`/api/user/passkeys/${ids.passkey}`, { name: 'Laptop' })],
  ['signing in with the passkey', signInWithPasskey],
  ['removing the passkey', () => fan.delete(`/api/user/passkeys/${ids.passkey}`)],
  ['choosing notifications', () => fan.patch('/api/user/notices', REMINDER)],
  ['registering a device', () => fan.post('/api/user/push-subscriptions', toDevice('fan'))],
  [
    'removing the device',
    () => fan.post('/api/user/push-subscriptions/removal', { endpoint: toDevice('fan').endpoint }),
  ],
  ['confirming the password', () => fan.post('/api/auth/confirm', { password: fan.password })],
  ['exporting the account data', () => fan.post('/api/user/export')],
  [
    'changing the password',
    () =>
      fan.patch('/api/user/password', {
        currentPassword: fan.password,
        newPassword: 'a better one',
      }),
  ],
  [
    'requesting a password reset',
    () => createCaller(app.fastify, fan).post('/api/auth/forgot-password', { email: fan.email }),
  ],
  [
    'resetting the password',
    async () =>
      fan.post('/api/auth/reset-password', {
        token: await getEmailedToken(),
        newPassword: fan.password,
      }),
  ],
  ['logging out', () => fan.post('/api/auth/logout')],
  [
    'deleting the account',
    async () => {
      await signIn(fan);
      return fan.post('/api/user/deletion', { currentPassword: fan.password, isConfirmed: true });
    },
  ],
];

test('the bystander has a row in every table that belongs to fans', async () => {
  const rows = Object.entries(await readOwnedRows(app, bystander));
  const empty = rows.filter(([, tableRows]) => tableRows.length === 0).map(([table]) => table);
  expect(empty).toEqual([]);
  expect(rows.length).toBeGreaterThan(12);
});

test.each(WRITES)("%s leaves another fan's rows unchanged", async (_, write) => {
  const rows = await readOwnedRows(app, bystander);
  expect(rows.sessions).toHaveLength(2);
  expect(rows.prediction_songs).toHaveLength(3);
  const response = await write();
  expect(response.statusCode, response.body).toBeLessThan(300);
  expect(await readOwnedRows(app, bystander)).toEqual(rows);
});

test('the bystander is still signed in', async () => {
  expect((await bystander.get('/api/auth/user')).statusCode).toBe(200);
});
