import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY } from '#contract/durations.ts';
import { HIDDEN_TEXT } from '#contract/hidden-content.ts';
import { ALREADY_DECIDED, type ReportedContent, USERNAME_STAYS } from '#contract/moderation.ts';
import { describeMute } from '#contract/moderation-notices.ts';
import { REPORTED_ALREADY_HIDDEN } from '#contract/reports.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour } from '../../../tests/support/tour.ts';
import { users } from '../db/schema/accounts.ts';
import { auditLog } from '../db/schema/audit.ts';
import { moderationCases, moderationNotices } from '../db/schema/moderation.ts';

const THREADS = '/api/forums/threads';
const DISMISS = { version: 0, content: 'show', author: 'none' };
const HIDE = { version: 0, content: 'hide', author: 'none' };
const WARN = { version: 0, content: 'show', author: 'warn' };
const MUTE = { version: 0, content: 'hide', author: 'mute', muteDays: 1 };

let app: TestApp;
let author: Caller;
let reporter: Caller;
let bystander: Caller;
let showId: string;
let ids: { thread: string; post: string; case: string };

beforeAll(async () => {
  app = await openTestApp();
  author = await app.signUp('Author');
  reporter = await app.signUp('Reporter');
  bystander = await app.signUp('Bystander');
  showId = await planTour(app).addShow({ date: new Date(app.clock.now + 20 * DAY) });
});
afterAll(() => app.close());

beforeEach(async () => {
  const { db } = app.database;
  await db.delete(moderationCases);
  await db.delete(moderationNotices);
  await db.update(users).set({ mutedUntil: null });
  const draft = { title: 'Openers', category: 'General', content: 'Which one?' };
  const thread = (await bystander.post(THREADS, draft)).json().id;
  const post = (await reply('Rude reply', author, thread)).json().id;
  ids = { thread, post, case: '' };
  ids.case = await report('post', post);
  app.clock.now += 60_000;
});

const reply = (content: string, caller = author, thread = ids.thread) =>
  caller.post(`${THREADS}/${thread}/posts`, { content });

async function report(kind: string, id: string): Promise<string> {
  const response = await reporter.post(`/api/reports/${kind}/${id}`, { reason: 'hate' });
  expect(response.statusCode).toBe(201);
  return (await app.admin.get('/api/admin/reports')).json().at(-1).id;
}

async function decide(decision: object, id = ids.case, caller = app.admin) {
  const items: ReportedContent[] = [...(await list()), ...(await list('removed'))];
  const { fingerprint = 'unknown' } = items.find((item) => item.id === id) ?? {};
  return caller.post(`/api/admin/reports/${id}/decision`, { fingerprint, ...decision });
}

const list = async (state = 'open') =>
  (await app.admin.get(`/api/admin/reports?state=${state}`)).json();

const readPost = async (caller: Caller) =>
  (await caller.get(`${THREADS}/${ids.thread}/posts`)).json()[1];

const readNotices = async (caller: Caller) =>
  (await caller.get('/api/auth/user')).json().moderationNotices;

const readAudit = async () => {
  const rows = await app.database.db.select().from(auditLog).orderBy(auditLog.id);
  return rows.filter(({ action }) => action.startsWith('report.'));
};

describe('a decision', () => {
  it('to dismiss keeps the post and its author, and is in the audit log', async () => {
    const before = await readPost(bystander);
    const count = (await readAudit()).length;
    expect((await decide(DISMISS)).statusCode).toBe(204);
    expect(await list()).toEqual([]);
    expect(await readPost(bystander)).toEqual(before);
    expect(await readNotices(author)).toEqual([]);
    expect((await readAudit()).slice(count)).toMatchObject([
      {
        action: 'report.dismiss',
        actorId: app.admin.userId,
        subjectId: author.userId,
        before: { kind: 'post', reports: 1, visibility: 'visible' },
      },
    ]);
  });

  it('to hide removes the post for others, notifies its author, and can be reversed', async () => {
    expect((await decide(HIDE)).statusCode).toBe(204);
    const hidden = { content: HIDDEN_TEXT.removed, hidden: 'removed' };
    expect(await readPost(bystander)).toMatchObject(hidden);
    for (const caller of [author, app.admin])
      expect(await readPost(caller)).toMatchObject({ content: 'Rude reply', hidden: 'removed' });
    expect(await readNotices(author)).toMatchObject([
      { kind: 'hide', about: 'post', excerpt: 'Rude reply', isHidden: true, mutedUntil: null },
    ]);
    expect(await readNotices(bystander)).toEqual([]);
    const repeated = await reporter.post(`/api/reports/post/${ids.post}`, { reason: 'spam' });
    expect([repeated.statusCode, repeated.json().message]).toEqual([409, REPORTED_ALREADY_HIDDEN]);
    expect(await list()).toEqual([]);
    expect(await list('removed')).toMatchObject([{ id: ids.case, version: 1, reportCount: 1 }]);

    expect((await decide({ ...DISMISS, version: 1 })).statusCode).toBe(204);
    expect(await readPost(bystander)).toMatchObject({ content: 'Rude reply', hidden: null });
    expect(await list('removed')).toEqual([]);
    expect((await readAudit()).at(-1)).toMatchObject({ action: 'report.restore' });
  });

  it('to warn shows a notice until the author confirms it', async () => {
    await decide(WARN);
    expect(await readPost(bystander)).toMatchObject({ content: 'Rude reply', hidden: null });
    const [notice] = await readNotices(author);
    expect(notice).toMatchObject({ kind: 'warn', isHidden: false, mutedUntil: null });
    const confirm = (caller: Caller, id = notice.id) =>
      caller.post(`/api/user/moderation-notices/${id}/confirmation`);
    expect((await confirm(bystander)).statusCode).toBe(404);
    expect(await readNotices(author)).toEqual([notice]);
    expect((await confirm(author)).statusCode).toBe(204);
    expect((await confirm(author)).statusCode).toBe(204);
    expect(await readNotices(author)).toEqual([]);
    expect((await readAudit()).at(-1)).toMatchObject({ action: 'report.warn' });
  });

  it('to mute keeps the author from posting until the mute ends', async () => {
    const league = { name: 'Circle', color: 'blue', isListed: true, startShowId: showId };
    const { id } = (await author.post('/api/leagues', league)).json();
    const ownPost = (await reply('Mine')).json();
    expect((await decide(MUTE)).statusCode).toBe(204);
    const until = new Date(app.clock.now + DAY);
    expect(await readNotices(author)).toMatchObject([
      { kind: 'mute', isHidden: true, mutedUntil: until.toISOString() },
    ]);
    const draft = { title: 'Openers', category: 'General', content: 'Which one?' };
    const writes = (caller: Caller) => [
      () => caller.post(THREADS, draft),
      () => caller.post(`${THREADS}/${ids.thread}/posts`, { content: 'More' }),
      () => caller.patch(`/api/forums/posts/${ownPost.id}`, { content: 'Changed' }),
      () => caller.patch('/api/user/profile', { bio: 'Rude bio' }),
      () => caller.patch('/api/user/profile', { location: 'Rude town' }),
      () => caller.post('/api/leagues', league),
      () => caller.patch(`/api/leagues/${id}`, { name: 'Rude circle' }),
      () => caller.post(`/api/reports/thread/${ids.thread}`, { reason: 'spam' }),
    ];
    for (const write of writes(author)) {
      const response = await write();
      expect([response.statusCode, response.json().message]).toEqual([403, describeMute(until)]);
    }
    const allowed = [
      await author.patch('/api/user/profile', { bio: null, location: '', hiddenFields: [] }),
      await author.patch('/api/user/profile', { username: 'Author the second' }),
      await author.patch(`/api/leagues/${id}`, { name: 'Circle', color: 'rust' }),
      await author.delete(`/api/forums/posts/${ownPost.id}`),
      await reply('Fine', bystander),
    ];
    expect(allowed.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 204, 201]);
    app.clock.now = until.getTime() - 1;
    expect((await reply('Early')).statusCode).toBe(403);
    app.clock.now += 1;
    expect((await reply('On time')).statusCode).toBe(201);
  });

  it('never shortens a mute', async () => {
    await decide({ ...MUTE, muteDays: 7 });
    const [first] = await readNotices(author);
    await decide({ ...MUTE, version: 1, muteDays: 1 });
    const [latest] = await readNotices(author);
    expect(latest.mutedUntil).toBe(first.mutedUntil);
  });

  it('is made once when two administrators decide at the same moment', async () => {
    const count = (await readAudit()).length;
    const responses = await Promise.all([decide(DISMISS), decide(MUTE), decide(HIDE)]);
    const statuses = responses.map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([204, 409, 409]);
    const rejected = responses.find(({ statusCode }) => statusCode === 409);
    expect(rejected?.json().message).toBe(ALREADY_DECIDED);
    expect((await readAudit()).slice(count)).toHaveLength(1);
  });

  it.each([
    [{}, 400],
    [{ ...DISMISS, version: -1 }, 400],
    [{ ...DISMISS, content: 'burn' }, 400],
    [{ ...DISMISS, author: 'mute' }, 400],
    [{ ...DISMISS, muteDays: 7 }, 400],
    [{ ...MUTE, muteDays: 8 }, 400],
    [{ ...HIDE, isAbuse: true }, 400],
    [{ ...HIDE, fingerprint: 7 }, 400],
    [{ ...HIDE, fingerprint: 'x'.repeat(65) }, 400],
    [{ ...DISMISS, version: 1 }, 409],
  ])('is rejected for %j', async (decision, status) => {
    const before = await list();
    expect((await decide(decision)).statusCode).toBe(status);
    expect(await list()).toEqual(before);
    expect(await readPost(bystander)).toMatchObject({ content: 'Rude reply' });
  });

  it('requires an administrator and existing content, and cannot mute an administrator', async () => {
    for (const caller of [author, reporter, bystander]) {
      expect((await decide(HIDE, ids.case, caller)).statusCode).toBe(403);
      expect((await caller.get('/api/admin/reports')).statusCode).toBe(403);
    }
    expect((await decide(HIDE, ids.case, app.visitor)).statusCode).toBe(401);
    const name = await report('username', app.admin.userId);
    expect((await decide(MUTE, name)).json().message).toBe(USERNAME_STAYS);
    expect((await decide({ ...MUTE, content: 'show' }, name)).statusCode).toBe(409);
    expect((await decide(WARN, name)).statusCode).toBe(204);
    const unknown = '5a1c3d1e-0000-4000-8000-000000000000';
    expect((await decide(HIDE, unknown)).statusCode).toBe(404);
    await author.delete(`/api/forums/posts/${ids.post}`);
    expect((await decide(HIDE)).statusCode).toBe(404);
  });

  it('keeps a fan whose report was false from reporting the content again', async () => {
    await decide({ ...DISMISS, isAbuse: true });
    await author.patch(`/api/forums/posts/${ids.post}`, { content: 'Other reply' });
    const repeated = await reporter.post(`/api/reports/post/${ids.post}`, { reason: 'spam' });
    expect([repeated.statusCode, repeated.json().isNew]).toEqual([200, false]);
    expect(await list()).toEqual([]);
  });
});

it('is part of the exports of the fans that it concerns', async () => {
  await decide(MUTE);
  const read = async (caller: Caller) => (await caller.post('/api/user/export')).json().moderation;
  expect(await read(reporter)).toMatchObject({
    mutedUntil: null,
    reports: [{ about: 'post', reason: 'hate', comment: null, outcome: 'upheld' }],
    notices: [],
  });
  expect(await read(author)).toMatchObject({ reports: [], notices: [{ kind: 'mute' }] });
  expect(await read(bystander)).toEqual({ mutedUntil: null, reports: [], notices: [] });
});
