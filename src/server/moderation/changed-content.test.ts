import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY } from '#contract/durations.ts';
import { CHANGED_SINCE_READ, NOT_MUTED } from '#contract/moderation.ts';
import { openReportingApp } from '../../../tests/support/reported-thread.ts';
import type { Caller } from '../../../tests/support/test-app.ts';
import { auditLog } from '../db/schema/audit.ts';
import { moderationCases } from '../db/schema/moderation.ts';

let site: Awaited<ReturnType<typeof openReportingApp>>;
let ids: Awaited<ReturnType<typeof site.createThread>>;

beforeAll(async () => {
  site = await openReportingApp();
});
afterAll(() => site.app.close());

beforeEach(async () => {
  await site.app.database.db.delete(moderationCases);
  ids = await site.createThread();
});

const DISMISS = { content: 'show', author: 'none' };
const MUTE = { content: 'show', author: 'mute', muteDays: 7 };

const edit = (content: string) => site.author.patch(`/api/forums/posts/${ids.post}`, { content });

const report = async (caller: Caller, kind = 'post', id = ids.post) =>
  (await site.report(caller, kind, id)).statusCode;

async function decide(decision: object) {
  const [{ id, version, fingerprint }] = await site.listOpenReports();
  return site.app.admin.post(`/api/admin/reports/${id}/decision`, {
    ...{ version, fingerprint },
    ...decision,
  });
}

describe('after a decision, an edited post', () => {
  it('can be reported by every fan whose report was dismissed', async () => {
    const reporters = [site.fan(0), site.fan(1), site.fan(2)];
    for (const fan of reporters.slice(0, 2)) expect(await report(fan)).toBe(201);
    expect((await decide(DISMISS)).statusCode).toBe(204);
    await edit('Ruder reply 😡 naïve');
    for (const fan of reporters) expect(await report(fan)).toBe(201);
    for (const fan of reporters) expect(await report(fan)).toBe(200);
    expect(await site.listOpenReports()).toMatchObject([{ hidden: 'awaiting', reportCount: 3 }]);

    expect((await decide(DISMISS)).statusCode).toBe(204);
    for (const fan of reporters) expect(await report(fan)).toBe(200);
    expect(await site.listOpenReports()).toEqual([]);
  });
});

describe('a decision', () => {
  it('about an older text is rejected, and the next one sends the new fingerprint', async () => {
    await report(site.fan(0));
    const [{ id, version, fingerprint }] = await site.listOpenReports();
    const before = await site.readPosts(site.bystander, ids.thread);
    await edit('Kinder reply');
    const old = { version, fingerprint, content: 'hide', author: 'warn' };
    const response = await site.app.admin.post(`/api/admin/reports/${id}/decision`, old);
    expect([response.statusCode, response.json().message]).toEqual([409, CHANGED_SINCE_READ]);
    const [item] = await site.listOpenReports();
    expect(item).toMatchObject({ version, text: 'Kinder reply', earlierText: 'Rude reply' });
    const posts = await site.readPosts(site.bystander, ids.thread);
    expect(posts[1]).toMatchObject({ content: 'Kinder reply', hidden: null });
    expect([posts[0], posts[2]]).toEqual([before[0], before[2]]);
    expect((await decide(DISMISS)).statusCode).toBe(204);
  });

  it("is rejected if the league's owner changed after the report was read", async () => {
    const league = { name: 'Rude club', color: 'blue', isListed: true, startShowId: site.showId };
    const { id, invitation } = (await site.author.post('/api/leagues', league)).json();
    await site.bystander.post(`/api/invitations/${invitation}`);
    await report(site.fan(0), 'league', id);
    const [{ version, fingerprint, ...item }] = await site.listOpenReports();
    const handOver = { userId: site.bystander.userId };
    expect((await site.author.post(`/api/leagues/${id}/owner`, handOver)).statusCode).toBe(200);
    const path = `/api/admin/reports/${item.id}/decision`;
    const rejected = await site.app.admin.post(path, { version, fingerprint, ...MUTE });
    expect(rejected.json().message).toBe(CHANGED_SINCE_READ);
    expect((await site.post(site.bystander, ids.thread, 'Not muted')).length).toBe(36);
    expect(await site.listOpenReports()).toMatchObject([{ fan: { username: 'Bystander' } }]);
  });
});

describe('ending a mute', () => {
  const end = (caller: Caller, id = site.author.userId) =>
    caller.delete(`/api/admin/users/${id}/mute`);
  const readUser = async (name: string) =>
    (await site.app.admin.get('/api/admin/users'))
      .json()
      .find(({ username }: { username: string }) => username === name);
  const readNotices = async (caller: Caller) =>
    (await caller.get('/api/auth/user')).json().moderationNotices;

  it('lets the fan post immediately, notifies them, and is audited', async () => {
    await report(site.fan(0));
    expect((await decide(MUTE)).statusCode).toBe(204);
    const mutedUntil = new Date(site.app.clock.now + 7 * DAY).toISOString();
    expect(await readUser('Author')).toMatchObject({ mutedUntil });
    expect((await edit('Muted')).statusCode).toBe(403);

    for (const caller of [site.author, site.bystander])
      expect((await end(caller)).statusCode).toBe(403);
    expect((await end(site.app.admin)).statusCode).toBe(204);
    expect(await readUser('Author')).toMatchObject({ mutedUntil: null });
    expect((await edit('Free')).statusCode).toBe(200);
    expect(await readNotices(site.author)).toMatchObject([
      { kind: 'unmute', about: 'post', mutedUntil: null },
    ]);
    expect(await readNotices(site.bystander)).toEqual([]);
    const audit = await site.app.database.db.select().from(auditLog).orderBy(auditLog.id);
    expect(audit.at(-1)).toMatchObject({
      ...{ action: 'user.end-mute', actorId: site.app.admin.userId, before: { mutedUntil } },
      subjectId: site.author.userId,
    });
  });

  it('is rejected for a fan who is not muted and for an unknown fan', async () => {
    const response = await end(site.app.admin);
    expect([response.statusCode, response.json().message]).toEqual([409, NOT_MUTED]);
    const unknown = '5a1c3d1e-0000-4000-8000-000000000000';
    expect((await end(site.app.admin, unknown)).statusCode).toBe(404);
  });
});
