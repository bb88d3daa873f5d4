import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY } from '#contract/durations.ts';
import { HIDDEN_TEXT } from '#contract/hidden-content.ts';
import * as contract from '#contract/reports.ts';
import { ageAccounts } from '../../../tests/support/age-accounts.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour } from '../../../tests/support/tour.ts';
import { users } from '../db/schema/accounts.ts';
import { moderationCases, reports } from '../db/schema/moderation.ts';

const THREADS = '/api/forums/threads';
const SPAM = { reason: 'spam' };

let app: TestApp;
let author: Caller;
let bystander: Caller;
let fans: Caller[];
let showId: string;
/** A reply of the author in their own thread, and a bystander's reply. */
let ids: { thread: string; post: string; other: string };

beforeAll(async () => {
  app = await openTestApp();
  author = await app.signUp('Author');
  bystander = await app.signUp('Bystander');
  fans = [];
  for (const name of ['Ann', 'Ben', 'Cid', 'Dot']) fans.push(await app.signUp(name));
  showId = await planTour(app).addShow({ date: new Date(app.clock.now + 20 * DAY) });
  await ageAccounts(app);
});
afterAll(() => app.close());

beforeEach(async () => {
  await app.database.db.delete(moderationCases);
  const draft = { title: 'Rude title', category: 'General', content: 'Rude opening' };
  const thread = (await author.post(THREADS, draft)).json().id;
  const reply = async (caller: Caller, content: string) =>
    (await caller.post(`${THREADS}/${thread}/posts`, { content })).json().id;
  ids = {
    thread,
    post: await reply(author, 'Rude reply'),
    other: await reply(bystander, 'Kind reply'),
  };
});

const fan = (n: number) => {
  const caller = fans[n];
  if (!caller) throw new Error('No such fan');
  return caller;
};

const report = (caller: Caller, kind: string, id: string, body: unknown = SPAM) =>
  caller.post(`/api/reports/${kind}/${id}`, body);

async function reportByThree(kind: string, id: string) {
  for (const n of [0, 1, 2]) expect((await report(fan(n), kind, id)).statusCode).toBe(201);
}

const readPosts = async (caller: Caller) =>
  (await caller.get(`${THREADS}/${ids.thread}/posts`)).json();

const listOpen = async () => (await app.admin.get('/api/admin/reports')).json();

describe('a report', () => {
  it('is stored once per fan and target, and says so the second time', async () => {
    const first = await report(fan(0), 'post', ids.post, { reason: 'hate', comment: ' Really ' });
    expect([first.statusCode, first.json()]).toEqual([
      201,
      { isNew: true, message: contract.REPORT_RECEIVED },
    ]);
    const again = await report(fan(0), 'post', ids.post, SPAM);
    expect([again.statusCode, again.json()]).toEqual([
      200,
      { isNew: false, message: contract.REPORT_REPEATED },
    ]);
    expect(await listOpen()).toMatchObject([
      {
        kind: 'post',
        text: 'Rude reply',
        earlierText: null,
        hidden: null,
        fan: { id: author.userId, username: 'Author' },
        thread: { id: ids.thread, title: 'Rude title', postNumber: 2 },
        league: null,
        reportCount: 1,
        reasons: [{ reason: 'hate', count: 1 }],
        comments: ['Really'],
      },
    ]);
  });

  it('of an opening post is a report of its thread', async () => {
    const [opening] = await readPosts(fan(0));
    await report(fan(0), 'post', opening.id);
    expect((await report(fan(0), 'thread', ids.thread)).json().isNew).toBe(false);
    expect(await listOpen()).toMatchObject([
      { kind: 'thread', text: 'Rude title\n\nRude opening', thread: { postNumber: 1 } },
    ]);
  });

  it.each([
    [{}, 'Choose a reason'],
    [{ reason: 'boring' }, 'Choose a reason'],
    [{ reason: 'other', comment: 'x'.repeat(contract.REPORT_COMMENT_MAX + 1) }, '500'],
  ])('is rejected with a sentence for the body %j', async (body, text) => {
    const response = await report(fan(0), 'post', ids.post, body);
    expect([response.statusCode, response.json().issues[0].message]).toEqual([
      400,
      expect.stringContaining(text),
    ]);
    expect(await app.database.db.$count(moderationCases)).toBe(0);
  });

  it('is rejected for unknown content and for the own', async () => {
    const unknown = '5a1c3d1e-0000-4000-8000-000000000000';
    const statuses = await Promise.all(
      [
        ...contract.REPORT_KINDS.map((kind) => report(fan(0), kind, unknown)),
        report(fan(0), 'song', ids.post),
        report(fan(0), 'post', 'nonsense'),
        report(fan(0), 'bio', author.userId),
        report(app.visitor, 'post', ids.post),
      ].map(async (response) => (await response).statusCode),
    );
    expect(statuses).toEqual([404, 404, 404, 404, 404, 404, 404, 404, 401]);
    for (const [kind, id] of [
      ['post', ids.post],
      ['thread', ids.thread],
      ['username', author.userId],
    ] as const) {
      const response = await report(author, kind, id);
      expect([response.statusCode, response.json().message]).toEqual([409, contract.OWN_REPORT]);
    }
    expect(await app.database.db.$count(moderationCases)).toBe(0);
  });

  it('of an invite-only league needs a member, of a bio one that its owner shows', async () => {
    const league = { name: 'Rude club', color: 'blue', isListed: false, startShowId: showId };
    const { id, invitation } = (await author.post('/api/leagues', league)).json();
    expect((await report(fan(0), 'league', id)).statusCode).toBe(404);
    await fan(0).post(`/api/invitations/${invitation}`);
    expect((await report(fan(0), 'league', id)).statusCode).toBe(201);
    expect(await listOpen()).toMatchObject([
      { kind: 'league', text: 'Rude club', league: { id, isListed: false } },
    ]);
    await author.patch('/api/user/profile', { bio: 'Rude bio', hiddenFields: ['bio'] });
    expect((await report(fan(0), 'bio', author.userId)).statusCode).toBe(404);
    await author.patch('/api/user/profile', { hiddenFields: [] });
    expect((await report(fan(0), 'bio', author.userId)).statusCode).toBe(201);
  });

  it('is accepted twenty times a day, even if all are sent at once', async () => {
    const targets: string[] = [];
    for (let n = 0; n < 25; n += 1) {
      const path = `${THREADS}/${ids.thread}/posts`;
      targets.push((await author.post(path, { content: `Rude ${n}` })).json().id);
    }
    const responses = await Promise.all(targets.map((id) => report(fan(3), 'post', id)));
    const statuses = responses.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 201)).toHaveLength(contract.REPORTS_PER_DAY);
    const rejected = responses.find(({ statusCode }) => statusCode === 429);
    expect([rejected?.json().message, rejected?.headers['retry-after']]).toEqual([
      contract.TOO_MANY_REPORTS,
      String(DAY / 1000),
    ]);
    expect((await report(fan(0), 'post', targets[0] ?? '')).statusCode).toBe(201);
    app.clock.now += DAY;
    expect((await report(fan(3), 'post', ids.other)).statusCode).toBe(201);
  });
});

describe('hiding by reports', () => {
  it('takes three fans, and spares the others', async () => {
    await report(fan(0), 'post', ids.post);
    await report(fan(1), 'post', ids.post);
    const before = await readPosts(bystander);
    expect(before[1]).toMatchObject({ content: 'Rude reply', hidden: null });
    await report(fan(2), 'post', ids.post);
    const after = await readPosts(bystander);
    expect(after[1]).toEqual({
      ...before[1],
      content: HIDDEN_TEXT.awaiting,
      hidden: 'awaiting',
    });
    expect([after[0], after[2]]).toEqual([before[0], before[2]]);
    for (const caller of [author, app.admin])
      expect((await readPosts(caller))[1]).toMatchObject({
        content: 'Rude reply',
        hidden: 'awaiting',
      });
    expect((await report(fan(3), 'post', ids.post)).statusCode).toBe(201);
  });

  it('happens once when three fans report at the same moment', async () => {
    const responses = await Promise.all(
      [0, 1, 2, 0, 1, 2].map((n) => report(fan(n), 'post', ids.post)),
    );
    const statuses = responses.map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([200, 200, 200, 201, 201, 201]);
    expect((await readPosts(bystander))[1].hidden).toBe('awaiting');
    expect(await listOpen()).toMatchObject([{ reportCount: 3 }]);
  });

  it.each([
    ['an account younger than a day', () => ({ createdAt: new Date(app.clock.now - DAY + 1) })],
    ['a muted fan', () => ({ mutedUntil: new Date(app.clock.now + 1) })],
    ['a fan whose posting ended', () => ({ postingEndedAt: new Date() })],
  ])('does not count the report of %s', async (_, change) => {
    const { db } = app.database;
    await report(fan(0), 'post', ids.post);
    await report(fan(1), 'post', ids.post);
    const isReporter = eq(users.id, fan(0).userId);
    await db.update(users).set(change()).where(isReporter);
    await report(fan(2), 'post', ids.post);
    expect((await readPosts(bystander))[1].hidden).toBeNull();
    await db.update(users).set({ mutedUntil: null, postingEndedAt: null }).where(isReporter);
    await ageAccounts(app);
    await report(fan(3), 'post', ids.post);
    expect((await readPosts(bystander))[1].hidden).toBe('awaiting');
  });

  it('does not count the report of a fan whose other report was abuse', async () => {
    await report(fan(0), 'post', ids.other);
    const [{ id }] = await listOpen();
    const dismissal = { version: 0, content: 'show', author: 'none', isAbuse: true };
    const decision = await app.admin.post(`/api/admin/reports/${id}/decision`, dismissal);
    expect(decision.statusCode).toBe(204);
    await reportByThree('post', ids.post);
    expect((await readPosts(bystander))[1].hidden).toBeNull();
    const decidedAt = new Date(app.clock.now - contract.GOOD_STANDING.withoutAbuseMs);
    await app.database.db.update(reports).set({ decidedAt }).where(eq(reports.outcome, 'abuse'));
    await report(fan(3), 'post', ids.post);
    expect((await readPosts(bystander))[1].hidden).toBe('awaiting');
  });

  it('never happens to a username', async () => {
    await reportByThree('username', author.userId);
    expect(await listOpen()).toMatchObject([{ kind: 'username', hidden: null, text: 'Author' }]);
    expect((await bystander.get('/api/fans/author')).json().username).toBe('Author');
    await expect(
      app.database.db.update(moderationCases).set({ visibility: 'removed' }),
    ).rejects.toThrow();
  });

  it('survives an edit by the author, whose new text the administrator sees', async () => {
    await reportByThree('post', ids.post);
    await author.patch(`/api/forums/posts/${ids.post}`, { content: 'Nice reply' });
    expect((await readPosts(bystander))[1].content).toBe(HIDDEN_TEXT.awaiting);
    expect(await listOpen()).toMatchObject([{ text: 'Nice reply', earlierText: 'Rude reply' }]);
  });

  it('survives the deletion of a reporter, and ends with the content', async () => {
    const leaver = await app.signUp('Leaver');
    await ageAccounts(app);
    for (const caller of [fan(0), fan(1), leaver]) await report(caller, 'post', ids.post);
    const deletion = { currentPassword: leaver.password, isConfirmed: true };
    expect((await leaver.post('/api/user/deletion', deletion)).statusCode).toBe(200);
    expect((await readPosts(bystander))[1].hidden).toBe('awaiting');
    expect(await listOpen()).toMatchObject([{ reportCount: 2 }]);
    await author.delete(`/api/forums/posts/${ids.post}`);
    expect(await listOpen()).toEqual([]);
    expect(await app.database.db.$count(reports)).toBe(0);
  });
});
