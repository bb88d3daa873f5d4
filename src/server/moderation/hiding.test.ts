import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY } from '#contract/durations.ts';
import { HIDDEN_TEXT } from '#contract/hidden-content.ts';
import * as contract from '#contract/reports.ts';
import { ageAccounts } from '../../../tests/support/age-accounts.ts';
import { openReportingApp } from '../../../tests/support/reported-thread.ts';
import { users } from '../db/schema/accounts.ts';
import { moderationCases, reports } from '../db/schema/moderation.ts';

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

async function reportByThree(kind: string, id: string) {
  for (const n of [0, 1, 2])
    expect((await site.report(site.fan(n), kind, id)).statusCode).toBe(201);
}
describe('hiding by reports', () => {
  it('requires three fans, and leaves other posts visible', async () => {
    await site.report(site.fan(0), 'post', ids.post);
    await site.report(site.fan(1), 'post', ids.post);
    const before = await site.readPosts(site.bystander, ids.thread);
    expect(before[1]).toMatchObject({ content: 'Rude reply', hidden: null });
    await site.report(site.fan(2), 'post', ids.post);
    const after = await site.readPosts(site.bystander, ids.thread);
    expect(after[1]).toEqual({
      ...before[1],
      content: HIDDEN_TEXT.awaiting,
      hidden: 'awaiting',
    });
    expect([after[0], after[2]]).toEqual([before[0], before[2]]);
    for (const caller of [site.author, site.app.admin])
      expect((await site.readPosts(caller, ids.thread))[1]).toMatchObject({
        content: 'Rude reply',
        hidden: 'awaiting',
      });
    expect((await site.report(site.fan(3), 'post', ids.post)).statusCode).toBe(201);
  });

  it('happens once when three fans report at the same moment', async () => {
    const responses = await Promise.all(
      [0, 1, 2, 0, 1, 2].map((n) => site.report(site.fan(n), 'post', ids.post)),
    );
    const statuses = responses.map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([200, 200, 200, 201, 201, 201]);
    expect((await site.readPosts(site.bystander, ids.thread))[1].hidden).toBe('awaiting');
    expect(await site.listOpenReports()).toMatchObject([{ reportCount: 3 }]);
  });

  it.each([
    [
      'an account younger than a day',
      () => ({ createdAt: new Date(site.app.clock.now - DAY + 1) }),
    ],
    ['a muted fan', () => ({ mutedUntil: new Date(site.app.clock.now + 1) })],
    ['a fan who may no longer post', () => ({ postingEndedAt: new Date() })],
  ])('does not count the report of %s', async (_, change) => {
    const { db } = site.app.database;
    await site.report(site.fan(0), 'post', ids.post);
    await site.report(site.fan(1), 'post', ids.post);
    const isReporter = eq(users.id, site.fan(0).userId);
    await db.update(users).set(change()).where(isReporter);
    await site.report(site.fan(2), 'post', ids.post);
    expect((await site.readPosts(site.bystander, ids.thread))[1].hidden).toBeNull();
    await db.update(users).set({ mutedUntil: null, postingEndedAt: null }).where(isReporter);
    await ageAccounts(site.app);
    await site.report(site.fan(3), 'post', ids.post);
    expect((await site.readPosts(site.bystander, ids.thread))[1].hidden).toBe('awaiting');
  });

  it('does not count the report of a fan whose other report was abuse', async () => {
    await site.report(site.fan(0), 'post', ids.other);
    const [{ id, fingerprint }] = await site.listOpenReports();
    const dismissal = { version: 0, fingerprint, content: 'show', author: 'none', isAbuse: true };
    const decision = await site.app.admin.post(`/api/admin/reports/${id}/decision`, dismissal);
    expect(decision.statusCode).toBe(204);
    await reportByThree('post', ids.post);
    expect((await site.readPosts(site.bystander, ids.thread))[1].hidden).toBeNull();
    const decidedAt = new Date(site.app.clock.now - contract.GOOD_STANDING.withoutAbuseMs);
    await site.app.database.db
      .update(reports)
      .set({ decidedAt })
      .where(eq(reports.outcome, 'abuse'));
    await site.report(site.fan(3), 'post', ids.post);
    expect((await site.readPosts(site.bystander, ids.thread))[1].hidden).toBe('awaiting');
  });

  it('never happens to a username', async () => {
    await reportByThree('username', site.author.userId);
    expect(await site.listOpenReports()).toMatchObject([
      { kind: 'username', hidden: null, text: 'Author' },
    ]);
    expect((await site.bystander.get('/api/fans/author')).json().username).toBe('Author');
    await expect(
      site.app.database.db.update(moderationCases).set({ visibility: 'removed' }),
    ).rejects.toThrow();
  });

  it('survives an edit by the author, whose new text the administrator sees', async () => {
    await reportByThree('post', ids.post);
    await site.author.patch(`/api/forums/posts/${ids.post}`, { content: 'Nice reply' });
    expect((await site.readPosts(site.bystander, ids.thread))[1].content).toBe(
      HIDDEN_TEXT.awaiting,
    );
    expect(await site.listOpenReports()).toMatchObject([
      { text: 'Nice reply', earlierText: 'Rude reply' },
    ]);
  });

  it('survives the deletion of a reporter, and ends with the content', async () => {
    const leaver = await site.app.signUp('Leaver');
    await ageAccounts(site.app);
    for (const caller of [site.fan(0), site.fan(1), leaver])
      await site.report(caller, 'post', ids.post);
    const deletion = { currentPassword: leaver.password, isConfirmed: true };
    expect((await leaver.post('/api/user/deletion', deletion)).statusCode).toBe(200);
    expect((await site.readPosts(site.bystander, ids.thread))[1].hidden).toBe('awaiting');
    expect(await site.listOpenReports()).toMatchObject([{ reportCount: 2 }]);
    await site.author.delete(`/api/forums/posts/${ids.post}`);
    expect(await site.listOpenReports()).toEqual([]);
    expect(await site.app.database.db.$count(reports)).toBe(0);
  });
});
