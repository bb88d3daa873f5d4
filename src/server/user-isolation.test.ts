import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY, HOUR } from '#contract/durations.ts';
import { createAuthenticator } from '../../tests/support/authenticator.ts';
import {
  type Answer,
  type Caller,
  callerOf,
  openTestApp,
  signIn,
  type TestApp,
} from '../../tests/support/test-app.ts';
import { planTour } from '../../tests/support/tour.ts';
import { issueTokens } from './accounts/links/one-time-tokens.ts';
import { notifications } from './db/schema/notifications.ts';
import { pointCorrections } from './db/schema/predictions.ts';

let test: TestApp;
let fan: Caller;
let bystander: Caller;
let showId: string;
let songIds: string[];
beforeAll(async () => {
  test = await openTestApp();
  const tour = planTour(test);
  songIds = await tour.songs('Ember', 'Fathom', 'Gale', 'Harbor');
  showId = await tour.show({ date: new Date(test.clock.now + 20 * DAY) });
  [bystander, fan] = [await test.signUp('Bystander'), await test.signUp('Fan')];
  await signIn(callerOf(test.app, bystander));
  const { id } = await tour.predict(bystander, showId, songIds.slice(0, 3));
  await bystander.post(`/api/predictions/${id}/share`);
  await addPasskey(bystander, createAuthenticator('http://localhost'));
  await bystander.patch('/api/user/notices', REMINDER);
  await bystander.post('/api/user/push-subscriptions', device('bystander'));
  const { db } = test.database;
  const at = new Date(test.clock.now);
  const notice = { userId: bystander.userId, showId, channel: 'mail', kind: 'moved' } as const;
  await db.insert(notifications).values({ ...notice, createdAt: at, sendAfter: at });
  const correction = { predictionId: id, at, what: 'Song 7 corrected', difference: 17 };
  await db.insert(pointCorrections).values(correction);
  const life = { now: test.clock.now, lifeMs: 20 * DAY };
  for (const purpose of ['reset-password', 'verify-email', 'add-passkey'] as const)
    await issueTokens(db, purpose, [bystander.userId], life);
  const thread = (await bystander.post('/api/forums/threads', body('Mine'))).json();
  await bystander.post(`/api/forums/threads/${thread.id}/posts`, { content: 'More' });
  // Not seen for six days, but the sessions are valid.
  test.clock.now += 6 * DAY;
  await signIn(fan);
});
afterAll(() => test.close());

const REMINDER = { channel: 'mail', kind: 'reminder', isWanted: true };
const device = (name: string) => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${name}`,
  keys: { p256dh: 'BKey', auth: 'secret' },
  timeZone: 'America/New_York',
});

async function addPasskey(by: Caller, key: ReturnType<typeof createAuthenticator>) {
  const options = { currentPassword: by.password };
  const challenge = (await by.post('/api/user/passkeys/options', options)).json();
  return by.post('/api/user/passkeys', { name: 'Phone', credential: key.create(challenge) });
}

const body = (title: string) => ({ title, category: 'General', content: 'Which one?' });

/** Finds every table that references users or predictions, so that new tables are included. */
async function ownTables() {
  const { rows } = await test.database.db.execute<Record<'table' | 'column' | 'to', string>>(sql`
    select conrelid::regclass::text as "table", attname as "column", confrelid::regclass::text as "to"
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid in ('public.users'::regclass, 'public.predictions'::regclass)
    order by 1, 2`);
  return rows;
}

async function rowsOf({ userId }: Caller): Promise<Record<string, unknown[]>> {
  const rowsByTable: Record<string, unknown[]> = {};
  const account = sql`select ${userId}::uuid`;
  const predictions = sql`select id from predictions where user_id in (${account})`;
  const tables = [{ table: 'users', column: 'id', to: 'users' }, ...(await ownTables())];
  for (const { table, column, to } of tables) {
    const { rows } = await test.database.db.execute(sql`
      select to_jsonb(own) as row from ${sql.identifier(table)} own
      where ${sql.identifier(column)} in (${to === 'users' ? account : predictions})
      order by to_jsonb(own)::text`);
    rowsByTable[table] = rows;
  }
  return rowsByTable;
}

/** Ids that a write created, for the writes after it. */
const made = { prediction: '', thread: '', post: '', passkey: '' };
const keep = async (what: keyof typeof made, answering: Promise<Answer>) => {
  const answer = await answering;
  made[what] = answer.json().id;
  return answer;
};
const firstPost = async () => {
  const posts = await fan.get(`/api/forums/threads/${made.thread}/posts`);
  return posts.json()[0].id as string;
};

const credentialsOf = ({ email, password }: Caller) => ({ email, password });
const key = createAuthenticator('http://localhost');
const passkeySignIn = async () => {
  const visitor = callerOf(test.app, fan);
  const challenge = (await visitor.post('/api/auth/passkey/options')).json();
  return visitor.post('/api/auth/passkey', { credential: key.get(challenge) });
};
const mailedToken = () => test.mailbox.tokenFor(fan.email);

/** In order: each depends on the ones before it. */
const WRITES: [string, () => Promise<Answer>][] = [
  [
    'signing up',
    () =>
      callerOf(test.app, fan).post('/api/auth/register', {
        email: 'new@example.com',
        username: 'Newcomer',
        password: 'long enough',
      }),
  ],
  ['signing in', () => callerOf(test.app, fan).post('/api/auth/login', credentialsOf(fan))],
  [
    'signing in after an hour',
    () => {
      test.clock.now += HOUR;
      return callerOf(test.app, fan).post('/api/auth/login', credentialsOf(fan));
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
      }),
  ],
  ['predicting', () => keep('prediction', fan.post('/api/predictions', { showId, songIds }))],
  [
    'editing the prediction',
    () => fan.patch(`/api/predictions/${made.prediction}`, { songIds: songIds.slice(1) }),
  ],
  ['sharing it', () => fan.post(`/api/predictions/${made.prediction}/share`)],
  [
    'changing the link',
    () => fan.patch(`/api/predictions/${made.prediction}/share`, { showsSongsEarly: true }),
  ],
  ['deleting the link', () => fan.delete(`/api/predictions/${made.prediction}/share`)],
  ['starting a thread', () => keep('thread', fan.post('/api/forums/threads', body('Theirs')))],
  [
    'posting',
    () =>
      keep('post', fan.post(`/api/forums/threads/${made.thread}/posts`, { content: 'This one' })),
  ],
  ['editing the post', () => fan.patch(`/api/forums/posts/${made.post}`, { content: 'That one' })],
  ['deleting the post', () => fan.delete(`/api/forums/posts/${made.post}`)],
  [
    'editing the first post',
    async () => fan.patch(`/api/forums/posts/${await firstPost()}`, { content: 'Or not' }),
  ],
  ['deleting the thread', () => fan.delete(`/api/forums/threads/${made.thread}`)],
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
    async () => fan.post('/api/auth/verify-email', { token: await mailedToken() }),
  ],
  ['adding a passkey', () => keep('passkey', addPasskey(fan, key))],
  ['renaming it', () => fan.patch(`/api/user/passkeys/${made.passkey}`, { name: 'Laptop' })],
  ['signing in with the passkey', passkeySignIn],
  ['removing the passkey', () => fan.delete(`/api/user/passkeys/${made.passkey}`)],
  ['choosing notifications', () => fan.patch('/api/user/notices', REMINDER)],
  ['registering a device', () => fan.post('/api/user/push-subscriptions', device('fan'))],
  [
    'removing the device',
    () => fan.post('/api/user/push-subscriptions/removal', { endpoint: device('fan').endpoint }),
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
    () => callerOf(test.app, fan).post('/api/auth/forgot-password', { email: fan.email }),
  ],
  [
    'resetting the password',
    async () =>
      fan.post('/api/auth/reset-password', {
        token: await mailedToken(),
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

it('the bystander has a row in every table that belongs to fans', async () => {
  const rows = Object.entries(await rowsOf(bystander));
  // Only administrators appear in the audit log.
  const empty = rows.filter(([, own]) => own.length === 0).map(([table]) => table);
  expect(empty).toEqual(['audit_log']);
  expect(rows.length).toBeGreaterThan(12);
});

it.each(WRITES)("%s leaves another fan's rows unchanged", async (_, write) => {
  const before = await rowsOf(bystander);
  expect(before.sessions).toHaveLength(2);
  expect(before.prediction_songs).toHaveLength(3);
  const answer = await write();
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  expect(await rowsOf(bystander)).toEqual(before);
});

it('the bystander is still signed in', async () => {
  expect((await bystander.get('/api/auth/user')).statusCode).toBe(200);
});
