import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { HIDDEN_TEXT } from '#contract/hidden-content.ts';
import type { LeaguePost } from '#contract/league-talk.ts';
import type { League } from '#contract/leagues.ts';
import { ageAccounts } from '../../../tests/support/age-accounts.ts';
import { makeLeague } from '../../../tests/support/make-league.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour } from '../../../tests/support/tour.ts';
import { auditLog } from '../db/schema/audit.ts';
import { moderationCases } from '../db/schema/moderation.ts';

let app: TestApp;
let show: string;
let author: Caller;
let members: Caller[];
let stranger: Caller;
let league: League;
let url: string;
let rude: LeaguePost;

beforeAll(async () => {
  app = await openTestApp();
  show = await planTour(app).addShow();
  author = await app.signUp('Author');
  members = [await app.signUp('Owner'), await app.signUp('Second'), await app.signUp('Third')];
  stranger = await app.signUp('Stranger');
  await ageAccounts(app);
});
afterAll(() => app.close());

beforeEach(async () => {
  await app.database.db.delete(moderationCases);
  const [owner = author, ...others] = members;
  if (league) for (const caller of [...members, author]) await leave(caller);
  league = await makeLeague(owner, show, {}, [...others, author]);
  url = `/api/leagues/${league.id}/posts`;
  app.clock.now += 25 * 3_600_000;
  rude = (await author.post(url, { content: 'Rude words' })).json();
  await owner.post(url, { content: 'Kind words' });
});

const leave = (caller: Caller) => caller.delete(`/api/leagues/${league.id}/members/me`);
const report = (caller: Caller, id = rude.id) =>
  caller.post(`/api/reports/talk/${id}`, { reason: 'hate' });
const readTexts = async (caller: Caller) =>
  (await caller.get(url)).json().map(({ content }: LeaguePost) => content);
const listReports = async () => (await app.admin.get('/api/admin/reports')).json();

async function decide(decision: object) {
  const [{ id, version, fingerprint }] = await listReports();
  return app.admin.post(`/api/admin/reports/${id}/decision`, { version, fingerprint, ...decision });
}

it('shows an administrator the reported post of a league that they cannot read', async () => {
  expect((await report(members[1] ?? author)).statusCode).toBe(201);
  expect((await report(members[1] ?? author)).json().isNew).toBe(false);
  expect(await listReports()).toMatchObject([
    {
      ...{ kind: 'talk', text: 'Rude words', hidden: null, thread: null, reportCount: 1 },
      fan: { id: author.userId, username: 'Author' },
      league: { id: league.id, isListed: false },
    },
  ]);
  expect((await app.admin.get(url)).statusCode).toBe(404);
  expect(await readTexts(members[1] ?? author)).toEqual(['Kind words', 'Rude words']);
});

it('returns 404 to non-members, and 409 for your own post', async () => {
  await leave(members[2] ?? author);
  for (const caller of [stranger, app.admin, members[2] ?? author])
    expect((await report(caller)).statusCode).toBe(404);
  expect((await report(members[1] ?? author, league.id)).statusCode).toBe(404);
  expect((await report(author)).statusCode).toBe(409);
  expect(await listReports()).toEqual([]);
});

it('hides a post from the other members after three reports, until the decision', async () => {
  for (const member of members) await report(member);
  for (const member of members)
    expect(await readTexts(member)).toEqual(['Kind words', HIDDEN_TEXT.awaiting]);
  const [, authorPost] = (await author.get(url)).json();
  expect(authorPost).toMatchObject({ content: 'Rude words', hidden: 'awaiting' });
  expect((await decide({ content: 'show', author: 'none' })).statusCode).toBe(204);
  for (const member of members)
    expect(await readTexts(member)).toEqual(['Kind words', 'Rude words']);
});

it('keeps the post hidden after a decision that mutes the author, and audits the decision', async () => {
  await report(members[1] ?? author);
  const mute = { content: 'hide', author: 'mute', muteDays: 7 };
  expect((await decide(mute)).statusCode).toBe(204);
  expect(await readTexts(members[1] ?? author)).toEqual(['Kind words', HIDDEN_TEXT.removed]);
  expect((await author.post(url, { content: 'Again' })).statusCode).toBe(403);
  expect((await author.get('/api/auth/user')).json().moderationNotices).toMatchObject([
    { kind: 'mute', about: 'talk', excerpt: 'Rude words', isHidden: true },
  ]);
  const [entry] = await app.database.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subjectId, author.userId))
    .orderBy(desc(auditLog.id))
    .limit(1);
  expect(entry).toMatchObject({
    action: 'report.mute',
    actorId: app.admin.userId,
    before: { kind: 'talk', reports: 1 },
    after: { kind: 'talk', visibility: 'removed' },
  });
  const path = `/api/admin/users/${author.userId}/mute`;
  expect((await app.admin.delete(path)).statusCode).toBe(204);
});

it('ends with the post', async () => {
  await report(members[1] ?? author);
  expect((await members[0]?.delete(`${url}/${rude.id}`))?.statusCode).toBe(204);
  expect(await listReports()).toEqual([]);
});
