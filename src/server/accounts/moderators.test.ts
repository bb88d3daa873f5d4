import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MODERATOR_BLOCK } from '#contract/blocks.ts';
import type { ReportedContent } from '#contract/moderation.ts';
import {
  type Caller,
  openTestApp,
  type TestApp,
  type TestResponse,
} from '../../../tests/support/test-app.ts';
import { ok } from '../../../tests/support/tour.ts';
import { users } from '../db/schema/accounts.ts';
import { auditLog } from '../db/schema/audit.ts';

let app: TestApp;
let admin: Caller;
let moderator: Caller;
let fan: Caller;
let otherAdmin: Caller;
beforeAll(async () => {
  app = await openTestApp();
  admin = app.admin;
  moderator = await app.signUp('Referee');
  fan = await app.signUp('Ada Lamplight');
  otherAdmin = await app.signUp('Stage Left');
  ok(await setRole(admin, moderator, { isModerator: true }));
  ok(await setRole(admin, otherAdmin, { isAdmin: true }));
});
afterAll(() => app.close());

const setRole = (caller: Caller, target: Caller, body: object) =>
  caller.patch(`/api/admin/users/${target.userId}`, body);
const toStatusAndMessage = (response: TestResponse) => [
  response.statusCode,
  response.json().message,
];
const fetchUser = async (caller: Caller) => ok(await caller.get('/api/auth/user')).json();
async function createThread(author: Caller, title = 'Ember') {
  const body = { title, category: 'General', content: 'All night' };
  return ok(await author.post('/api/forums/threads', body)).json().id as string;
}
const ADMIN_IS_OFF_LIMITS = [403, 'Only administrators can act on an administrator'];

describe('the role of a moderator', () => {
  test('is granted and revoked by administrators, takes effect immediately, and is audited', async () => {
    expect(await fetchUser(fan)).toMatchObject({ isModerator: false });
    for (const caller of [moderator, fan])
      expect((await setRole(caller, fan, { isModerator: true })).statusCode).toBe(403);
    expect(ok(await setRole(admin, fan, { isModerator: true })).json()).toMatchObject({
      ...{ id: fan.userId, isModerator: true, isAdmin: false },
    });
    ok(await setRole(admin, fan, { isModerator: true }));
    expect(ok(await fan.get('/api/admin/reports')).json()).toEqual([]);
    ok(await setRole(admin, fan, { isModerator: false }));
    expect((await fan.get('/api/admin/reports')).statusCode).toBe(403);
    expect(await fetchUser(moderator)).toMatchObject({ isModerator: true });
    const records = await app.database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, fan.userId))
      .orderBy(desc(auditLog.id));
    expect(records).toMatchObject([
      { action: 'user.revoke-moderator', actorId: admin.userId },
      { action: 'user.grant-moderator', actorId: admin.userId },
    ]);
  });

  test.each([{}, { isAdmin: true, isModerator: true }, { isModerator: 'yes' }])(
    'is not changed by the body %j',
    async (body) => {
      expect((await setRole(admin, fan, body)).statusCode).toBe(400);
      expect(await fetchUser(fan)).toMatchObject({ isAdmin: false, isModerator: false });
    },
  );

  test('is not granted to administrators, and is revoked when the holder becomes one', async () => {
    expect((await setRole(admin, otherAdmin, { isModerator: true })).statusCode).toBe(409);
    ok(await setRole(admin, fan, { isModerator: true }));
    ok(await setRole(admin, fan, { isAdmin: true }));
    ok(await setRole(admin, fan, { isAdmin: false }));
    expect(await fetchUser(fan)).toMatchObject({ isAdmin: false, isModerator: false });
  });

  test("removes the holder's blocks and prevents new ones", async () => {
    const [firstFan, secondFan] = [await app.signUp('First'), await app.signUp('Second')];
    const block = (caller: Caller, { userId }: Caller) =>
      caller.post('/api/user/blocks', { userId });
    ok(await block(firstFan, secondFan));
    ok(await block(secondFan, fan));
    ok(await setRole(admin, firstFan, { isModerator: true }));
    expect(ok(await firstFan.get('/api/user/blocks')).json()).toEqual([]);
    expect(ok(await secondFan.get('/api/user/blocks')).json()).toHaveLength(1);
    for (const response of [await block(firstFan, secondFan), await block(secondFan, firstFan)])
      expect(toStatusAndMessage(response)).toEqual([409, MODERATOR_BLOCK]);
  });
});

describe('a moderator', () => {
  test('pins, locks and deletes threads and posts of fans, under their own name', async () => {
    const thread = await createThread(fan);
    const url = `/api/forums/threads/${thread}`;
    const post = ok(await fan.post(`${url}/posts`, { content: 'More' })).json();
    ok(await moderator.patch(url, { isLocked: true }));
    ok(await moderator.post(`${url}/posts`, { content: 'Closed' }));
    ok(await moderator.delete(`/api/forums/posts/${post.id}`));
    ok(await moderator.delete(url));
    const records = await app.database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.actorId, moderator.userId))
      .orderBy(auditLog.id);
    expect(records.map(({ action }) => action)).toEqual([
      'thread.update',
      'post.delete',
      'thread.delete',
    ]);
  });

  test('cannot change what administrators wrote', async () => {
    const thread = await createThread(otherAdmin);
    const url = `/api/forums/threads/${thread}`;
    const post = ok(await otherAdmin.post(`${url}/posts`, { content: 'More' })).json();
    for (const response of [
      await moderator.patch(url, { isLocked: true }),
      await moderator.delete(`/api/forums/posts/${post.id}`),
      await moderator.delete(url),
    ])
      expect(toStatusAndMessage(response)).toEqual(ADMIN_IS_OFF_LIMITS);
    expect(ok(await fan.get(url)).json()).toMatchObject({ isLocked: false, replyCount: 1 });
  });

  test('removes all posts of a fan, but not those of administrators and moderators', async () => {
    const spammer = await app.signUp('Tickets');
    await createThread(spammer);
    const remove = ({ userId }: Caller) => moderator.delete(`/api/admin/users/${userId}/posts`);
    expect(
      ok(await moderator.get(`/api/admin/users/${spammer.userId}/posts`)).json(),
    ).toMatchObject({
      threads: 1,
    });
    ok(await remove(spammer));
    for (const [target, role] of [
      [otherAdmin, 'an administrator'],
      [moderator, 'a moderator'],
    ] as const)
      expect(toStatusAndMessage(await remove(target))).toEqual([
        409,
        `This user is ${role}. Remove the role first.`,
      ]);
  });

  async function report(kind: string, id: string) {
    ok(await fan.post(`/api/reports/${kind}/${id}`, { reason: 'spam' }));
    const cases: ReportedContent[] = ok(await moderator.get('/api/admin/reports')).json();
    const reportedCase = cases.find((reported) => reported.kind === kind);
    if (!reportedCase) throw new Error(`No report of a ${kind}`);
    const { version, fingerprint } = reportedCase;
    return (caller: Caller, decision: object) =>
      caller.post(`/api/admin/reports/${reportedCase.id}/decision`, {
        version,
        fingerprint,
        ...decision,
      });
  }
  const MUTE = { content: 'show', author: 'mute', muteDays: 1 };

  test('resolves reports about fans, mutes and unmutes them, but cannot handle their own case', async () => {
    const noisy = await app.signUp('Noisy');
    const decide = await report('username', noisy.userId);
    ok(await decide(moderator, MUTE));
    ok(await moderator.delete(`/api/admin/users/${noisy.userId}/mute`));
    const mutedUntil = new Date(app.clock.now + 60_000);
    const isModerator = eq(users.id, moderator.userId);
    await app.database.db.update(users).set({ mutedUntil }).where(isModerator);
    const OWN_CASE = [403, 'Only another moderator or an administrator can handle your case'];
    expect(
      toStatusAndMessage(await moderator.delete(`/api/admin/users/${moderator.userId}/mute`)),
    ).toEqual(OWN_CASE);
    const decideAboutSelf = await report('username', moderator.userId);
    const dismiss = { content: 'show', author: 'none' };
    expect(toStatusAndMessage(await decideAboutSelf(moderator, dismiss))).toEqual(OWN_CASE);
    expect(toStatusAndMessage(await decideAboutSelf(admin, MUTE))).toEqual([
      409,
      'This fan is a moderator. Remove the role first.',
    ]);
    ok(await decideAboutSelf(admin, dismiss));
  });

  test('cannot handle reports about administrators', async () => {
    const decide = await report('username', otherAdmin.userId);
    for (const decision of [MUTE, { content: 'show', author: 'warn' }])
      expect(toStatusAndMessage(await decide(moderator, decision))).toEqual(ADMIN_IS_OFF_LIMITS);
    expect((await fetchUser(otherAdmin)).moderationNotices).toEqual([]);
    ok(await decide(admin, { content: 'show', author: 'none' }));
  });
});
