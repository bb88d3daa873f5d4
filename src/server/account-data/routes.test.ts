import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { AccountData } from '#contract/account-data.ts';
import type { DeletionImpact } from '#contract/deletion-impact.ts';
import { HOUR } from '#contract/durations.ts';
import { createAuthenticator } from '../../../tests/support/authenticator.ts';
import { waitForLockWaits } from '../../../tests/support/lock-waits.ts';
import {
  type Caller,
  createCaller,
  openTestApp,
  signIn,
  type TestApp,
} from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';
import { users } from '../db/schema/accounts.ts';
import { auditLog } from '../db/schema/audit.ts';
import { predictions } from '../db/schema/predictions.ts';
import { shows as showRows } from '../db/schema/shows.ts';
import { checkInvariants } from '../invariants/check.ts';

let app: TestApp;
let tour: Tour;
let shows: Record<'scored' | 'live' | 'open', string>;
let bystander: Caller;
let leaver: Caller;
let fanCount = 0;

beforeAll(async () => {
  app = await openTestApp();
  tour = planTour(app);
  bystander = await app.signUp('Bystander');
});
afterAll(() => app.close());

beforeEach(async () => {
  fanCount += 1;
  leaver = await app.signUp(`Leaver ${fanCount}`);
  const [ember, gale] = [
    await createAsAdmin('songs', { title: `Ember ${fanCount}` }),
    await createAsAdmin('songs', { title: `Gale ${fanCount}` }),
  ];
  const date = new Date(app.clock.now + 48 * HOUR).toISOString();
  const createShow = () => createAsAdmin('shows', { name: 'Barn Night', city: 'Burlington', date });
  shows = { scored: await createShow(), live: await createShow(), open: await createShow() };
  for (const fan of [leaver, bystander])
    for (const show of Object.values(shows))
      await tour.predict(fan, show, fan === leaver ? [ember] : [gale, ember]);
  for (const show of [shows.scored, shows.live]) {
    await tour.setStatus(show, 'live');
    await tour.play(show, ember);
  }
  await tour.setStatus(shows.scored, 'closed');
  const [{ id: prediction = '' } = {}] = (
    await leaver.get('/api/predictions/my-predictions')
  ).json();
  expect((await leaver.post(`/api/predictions/${prediction}/share`)).statusCode).toBe(201);
});

const createAsAdmin = async (resource: 'songs' | 'shows', body: object): Promise<string> =>
  (await app.admin.post(`/api/${resource}`, body)).json().id;
const createThread = async (caller: Caller, title: string): Promise<string> =>
  (
    await caller.post('/api/forums/threads', { title, category: 'General', content: `On ${title}` })
  ).json().id;
const postReply = (caller: Caller, id: string, content: string) =>
  caller.post(`/api/forums/threads/${id}/posts`, { content });
const deleteAccount = (currentPassword = leaver.password, caller = leaver) =>
  caller.post('/api/user/deletion', { currentPassword, isConfirmed: true });
const listBrokenInvariants = async () =>
  (await checkInvariants(app.database.db)).filter(({ rows }) => rows.length > 0);
const listUsernames = async (url: string) =>
  (await bystander.get(url)).json().map(({ username }: { username: string }) => username);

it('deletes an account with its data, and keeps other fans’ data', async () => {
  const [leaverThread, bystanderThread] = [
    await createThread(leaver, 'Openers'),
    await createThread(bystander, 'Closers'),
  ];
  await postReply(bystander, leaverThread, 'Ember');
  await postReply(leaver, bystanderThread, 'Gale');
  await postReply(bystander, bystanderThread, 'Isle');
  const phone = createCaller(app.fastify, leaver);
  await signIn(phone);
  const totalsBefore = await tour.loadTotals(bystander.userId);

  const preview = await leaver.get('/api/user/deletion');
  const impact: DeletionImpact = {
    predictions: 3,
    shares: 1,
    threads: 1,
    othersReplies: 1,
    replies: 1,
    leaguePosts: 0,
  };
  expect([preview.statusCode, preview.json()]).toEqual([200, impact]);
  const leaderboards = [
    '/api/leaderboard',
    ...Object.values(shows).map((show) => `/api/leaderboard/show/${show}`),
  ];
  for (const leaderboard of leaderboards)
    expect(await listUsernames(leaderboard)).toContain(`Leaver ${fanCount}`);

  const deleteResponse = await deleteAccount();
  expect([deleteResponse.statusCode, deleteResponse.json()]).toEqual([200, impact]);
  for (const device of [leaver, phone])
    expect((await device.get('/api/auth/user')).statusCode).toBe(401);
  await expect(signIn(createCaller(app.fastify, leaver))).rejects.toThrow('401');
  for (const leaderboard of leaderboards) {
    expect(await listUsernames(leaderboard)).not.toContain(`Leaver ${fanCount}`);
    expect(await listUsernames(leaderboard)).toContain('Bystander');
  }
  expect(await tour.loadTotals(bystander.userId)).toEqual(totalsBefore);
  expect((await bystander.get('/api/leaderboard/me')).json()).toMatchObject({ rank: 1 });
  expect((await bystander.get(`/api/forums/threads/${leaverThread}`)).statusCode).toBe(404);
  expect((await bystander.get(`/api/forums/threads/${bystanderThread}`)).json().replyCount).toBe(1);
  expect(await listBrokenInvariants()).toEqual([]);
  const records = await app.database.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subjectId, leaver.userId));
  expect(records).toMatchObject([{ action: 'user.delete', actorId: null, after: impact }]);
});

it('also deletes a prediction that is being submitted at the same time', async () => {
  const { db } = app.database;
  const date = new Date(app.clock.now + 48 * HOUR).toISOString();
  const show = await createAsAdmin('shows', { name: 'Late Night', city: 'Burlington', date });
  const leaderboard = `/api/leaderboard/show/${show}`;
  let commit = () => {};
  const submission = db.transaction(async (tx) => {
    await tx.insert(predictions).values({ userId: leaver.userId, showId: show });
    await new Promise<void>((resolve) => {
      commit = resolve;
    });
  });
  const deletion = deleteAccount();
  await waitForLockWaits(db);
  const readVersion = async () =>
    (await db.select().from(showRows).where(eq(showRows.id, show)))[0]?.version;
  const versionBefore = await readVersion();
  commit();
  await submission;
  expect((await deletion).statusCode).toBe(200);
  expect(await readVersion()).toBe(Number(versionBefore) + 1);
  expect(await listUsernames(leaderboard)).toEqual([]);
});

it('keeps the account if `isConfirmed` is false, which pages of an earlier version send', async () => {
  const body = { currentPassword: leaver.password, isConfirmed: false };
  expect((await leaver.post('/api/user/deletion', body)).statusCode).toBe(400);
  expect((await leaver.get('/api/auth/user')).statusCode).toBe(200);
});

it('keeps the account if the password is wrong', async () => {
  const response = await deleteAccount('wrong');
  expect([response.statusCode, response.json().message]).toEqual([
    400,
    'Current password is incorrect',
  ]);
  expect((await leaver.get('/api/auth/user')).statusCode).toBe(200);
});

it('accepts the fan’s user-verified passkey instead of the password', async () => {
  const [passkey, bystanderPasskey] = [await addPasskey(leaver), await addPasskey(bystander)];
  const leaveWithPasskey = async (key: typeof passkey, options?: { isVerified: boolean }) => {
    const challenge = (await leaver.post('/api/auth/passkey/options')).json();
    return leaver.post('/api/user/deletion', {
      credential: key.get(challenge, options),
      isConfirmed: true,
    });
  };
  const rejections = [
    await leaveWithPasskey(bystanderPasskey),
    await leaveWithPasskey(passkey, { isVerified: false }),
  ];
  expect(rejections.map(({ statusCode }) => statusCode)).toEqual([401, 401]);
  const emptyRequest = await leaver.post('/api/user/deletion', { isConfirmed: true });
  expect(emptyRequest.statusCode).toBe(400);
  expect((await leaver.get('/api/auth/user')).statusCode).toBe(200);
  expect((await leaveWithPasskey(passkey)).statusCode).toBe(200);
  expect((await leaver.get('/api/auth/user')).statusCode).toBe(401);
  expect((await bystander.get('/api/auth/user')).statusCode).toBe(200);
  expect(await listBrokenInvariants()).toEqual([]);
});

async function addPasskey(fan: Caller) {
  const key = createAuthenticator('http://localhost');
  const options = await fan.post('/api/user/passkeys/options', { currentPassword: fan.password });
  const body = { name: 'Key', credential: key.create(options.json()) };
  expect((await fan.post('/api/user/passkeys', body)).statusCode).toBe(201);
  return key;
}

it('exports all of the fan’s data, and no data of other fans', async () => {
  const encores = await createThread(leaver, 'Encores');
  await postReply(leaver, encores, 'Harbor, twice');
  await postReply(bystander, encores, 'Only once');
  const [{ id: opener = '' } = {}] = (
    await bystander.get(`/api/shows/${shows.scored}/setlist`)
  ).json();
  await app.admin.delete(`/api/shows/${shows.scored}/setlist/${opener}`);
  const profile = { bio: 'Front row.', location: 'Ghent', hiddenFields: ['bio'] };
  await leaver.patch('/api/user/profile', profile);
  const response = await leaver.post('/api/user/export');
  const data: AccountData = response.json();
  const { email } = leaver;
  const account = { username: `Leaver ${fanCount}`, email, ...profile, hasPrivateSheets: false };
  expect(data.account).toMatchObject(account);
  expect(data.predictions).toHaveLength(3);
  expect(data.predictions.map(({ songs }) => songs[0]?.title)).toContain(`Ember ${fanCount}`);
  expect(data.predictions.filter(({ share }) => share)).toHaveLength(1);
  expect(data.predictions.flatMap(({ corrections }) => corrections)).toMatchObject([
    { what: expect.stringMatching(/^“.*” removed from 1$/), difference: -41 },
  ]);
  expect(data.threads).toMatchObject([{ title: 'Encores' }]);
  expect(data.posts.map(({ content }) => content)).toEqual(['On Encores', 'Harbor, twice']);
  expect(data.sessions).toHaveLength(1);
  expect(response.body).not.toMatch(/argon2|Only once|token_?hash|bystander@/i);
});

// Last, because it may delete the administrator's account.
it('keeps one administrator, even if the last two delete their accounts at the same time', async () => {
  const { admin } = app;
  const response = await deleteAccount(admin.password, admin);
  expect([response.statusCode, response.json().message]).toMatchObject([
    409,
    'The last administrator cannot delete their account. Make someone else an administrator first.',
  ]);
  await admin.patch(`/api/admin/users/${leaver.userId}`, { isAdmin: true });
  const responses = await Promise.all([deleteAccount(), deleteAccount(admin.password, admin)]);
  expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  const isAdmin = eq(users.isAdmin, true);
  expect(await app.database.db.select().from(users).where(isAdmin)).toHaveLength(1);
});
