import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY } from '#contract/durations.ts';
import * as contract from '#contract/reports.ts';
import { openReportingApp } from '../../../tests/support/reported-thread.ts';
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

describe('a report', () => {
  it('is stored once per fan and target, and the second response says so', async () => {
    const first = await site.report(site.fan(0), 'post', ids.post, {
      reason: 'hate',
      comment: ' Really ',
    });
    expect([first.statusCode, first.json()]).toEqual([
      201,
      { isNew: true, message: contract.REPORT_RECEIVED },
    ]);
    const repeated = await site.report(site.fan(0), 'post', ids.post, { reason: 'spam' });
    expect([repeated.statusCode, repeated.json()]).toEqual([
      200,
      { isNew: false, message: contract.REPORT_REPEATED },
    ]);
    expect(await site.listOpenReports()).toMatchObject([
      {
        kind: 'post',
        text: 'Rude reply',
        earlierText: null,
        hidden: null,
        fan: { id: site.author.userId, username: 'Author' },
        thread: { id: ids.thread, title: 'Rude title', postNumber: 2 },
        league: null,
        reportCount: 1,
        reasons: [{ reason: 'hate', count: 1 }],
        comments: ['Really'],
      },
    ]);
  });

  it('of an opening post is a report of its thread', async () => {
    const [opening] = await site.readPosts(site.fan(0), ids.thread);
    await site.report(site.fan(0), 'post', opening.id);
    expect((await site.report(site.fan(0), 'thread', ids.thread)).json().isNew).toBe(false);
    expect(await site.listOpenReports()).toMatchObject([
      { kind: 'thread', text: 'Rude title\n\nRude opening', thread: { postNumber: 1 } },
    ]);
  });

  it.each([
    [{}, 'Choose a reason'],
    [{ reason: 'boring' }, 'Choose a reason'],
    [{ reason: 'other', comment: 'x'.repeat(contract.REPORT_COMMENT_MAX + 1) }, '500'],
  ])('is rejected with a message for the body %j', async (body, text) => {
    const response = await site.report(site.fan(0), 'post', ids.post, body);
    expect([response.statusCode, response.json().issues[0].message]).toEqual([
      400,
      expect.stringContaining(text),
    ]);
    expect(await site.app.database.db.$count(moderationCases)).toBe(0);
  });

  it('is rejected for unknown content and for your own', async () => {
    const unknown = '5a1c3d1e-0000-4000-8000-000000000000';
    const statuses = await Promise.all(
      [
        ...contract.REPORT_KINDS.map((kind) => site.report(site.fan(0), kind, unknown)),
        site.report(site.fan(0), 'song', ids.post),
        site.report(site.fan(0), 'post', 'nonsense'),
        site.report(site.fan(0), 'bio', site.author.userId),
        site.report(site.app.visitor, 'post', ids.post),
      ].map(async (response) => (await response).statusCode),
    );
    expect(statuses).toEqual([404, 404, 404, 404, 404, 404, 404, 404, 404, 401]);
    for (const [kind, id] of [
      ['post', ids.post],
      ['thread', ids.thread],
      ['username', site.author.userId],
    ] as const) {
      const response = await site.report(site.author, kind, id);
      expect([response.statusCode, response.json().message]).toEqual([409, contract.SELF_REPORT]);
    }
    expect(await site.app.database.db.$count(moderationCases)).toBe(0);
  });

  it('of an invite-only league requires a member, and one of a bio requires a visible bio', async () => {
    const league = { name: 'Rude club', color: 'blue', isListed: false, startShowId: site.showId };
    const { id, invitation } = (await site.author.post('/api/leagues', league)).json();
    expect((await site.report(site.fan(0), 'league', id)).statusCode).toBe(404);
    await site.fan(0).post(`/api/invitations/${invitation}`);
    expect((await site.report(site.fan(0), 'league', id)).statusCode).toBe(201);
    expect(await site.listOpenReports()).toMatchObject([
      { kind: 'league', text: 'Rude club', league: { id, isListed: false } },
    ]);
    await site.author.patch('/api/user/profile', { bio: 'Rude bio', hiddenFields: ['bio'] });
    expect((await site.report(site.fan(0), 'bio', site.author.userId)).statusCode).toBe(404);
    await site.author.patch('/api/user/profile', { hiddenFields: [] });
    expect((await site.report(site.fan(0), 'bio', site.author.userId)).statusCode).toBe(201);
  });

  it('is accepted twenty times a day, even if all are sent at the same time', async () => {
    // Reports in one thread wait for each other.
    const draft = { title: 'Rude title', category: 'General', content: 'Rude opening' };
    const threads: string[] = [];
    for (let n = 0; n < 25; n += 1)
      threads.push((await site.author.post('/api/forums/threads', draft)).json().id);
    const responses = await Promise.all(
      threads.map((id) => site.report(site.fan(3), 'thread', id)),
    );
    const statuses = responses.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 201)).toHaveLength(contract.REPORTS_PER_DAY);
    const rejected = responses.find(({ statusCode }) => statusCode === 429);
    expect([rejected?.json().message, rejected?.headers['retry-after']]).toEqual([
      contract.TOO_MANY_REPORTS,
      String(DAY / 1000),
    ]);
    expect((await site.report(site.fan(0), 'thread', threads[0] ?? '')).statusCode).toBe(201);
    site.app.clock.now += DAY;
    expect((await site.report(site.fan(3), 'post', ids.other)).statusCode).toBe(201);
  });
});
