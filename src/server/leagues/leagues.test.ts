import { eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { League } from '#contract/leagues.ts';
import { makeLeague as createLeague } from '../../../tests/support/make-league.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';
import { auditLog } from '../db/schema/audit.ts';
import { leagueMembers, leagues } from '../db/schema/leagues.ts';

let app: TestApp;
let tour: Tour;
let show: string;
let owner: Caller;
let friend: Caller;
let stranger: Caller;
let fans = 0;

beforeAll(async () => {
  app = await openTestApp();
  tour = planTour(app);
  show = await tour.addShow({ name: 'First Night' });
});
afterAll(() => app.close());

beforeEach(async () => {
  fans += 1;
  owner = await app.signUp(`Owner ${fans}`);
  friend = await app.signUp(`Friend ${fans}`);
  stranger = await app.signUp(`Stranger ${fans}`);
});

async function makeLeague(changes: object = {}, caller = owner): Promise<League> {
  app.clock.now += 1_000;
  return createLeague(caller, show, changes);
}

async function join({ invitation }: League, caller = friend) {
  app.clock.now += 1_000;
  return caller.post(`/api/invitations/${invitation}`);
}

const buildUrl = ({ id }: Pick<League, 'id'>, path = '') => `/api/leagues/${id}${path}`;

async function listNames(league: League, caller = owner): Promise<string[]> {
  const response = await caller.get(buildUrl(league, '/members'));
  return response.json().map(({ username }: { username: string }) => username);
}

describe('an invite-only league', () => {
  it('returns 404 to non-members at every path', async () => {
    const league = await makeLeague();
    for (const path of ['', '/members', '/tonight', '/season', '/nights', '/sheets', '/bans'])
      expect((await stranger.get(buildUrl(league, path))).statusCode, path).toBe(404);
    const writes = [
      await stranger.patch(buildUrl(league), { name: 'Mine now' }),
      await stranger.post(buildUrl(league, '/members')),
      await stranger.post(buildUrl(league, '/invitation')),
      await stranger.post(buildUrl(league, '/owner'), { userId: stranger.userId }),
      await stranger.post(buildUrl(league, '/bans'), { userId: owner.userId }),
      await stranger.delete(buildUrl(league, '/members/me')),
      await stranger.delete(buildUrl(league, `/members/${owner.userId}`)),
      await app.admin.get(buildUrl(league)),
    ];
    expect(writes.map(({ statusCode }) => statusCode)).toEqual(writes.map(() => 404));
    expect((await stranger.get('/api/leagues/listed')).body).not.toContain(league.id);
    expect(await listNames(league)).toEqual([`Owner ${fans}`]);
  });

  it('shows only its name, color, size and initials before joining', async () => {
    const league = await makeLeague();
    const response = await friend.get(`/api/invitations/${league.invitation}`);
    const initials = ['Ow'];
    expect(response.json()).toEqual({
      ...{ name: 'Rail riders', color: 'teal', memberCount: 1, initials, leagueId: null },
    });
    expect(await listNames(league)).toHaveLength(1);
  });

  it('can be joined once with its invitation, which can be replaced', async () => {
    const league = await makeLeague();
    expect((await join(league)).json()).toMatchObject({ isMember: true, memberCount: 2 });
    expect((await join(league)).json()).toMatchObject({ memberCount: 2 });
    expect((await friend.get('/api/leagues')).json()).toMatchObject([{ id: league.id }]);
    expect((await friend.post(buildUrl(league, '/invitation'))).statusCode).toBe(403);
    const replaced: League = (await owner.post(buildUrl(league, '/invitation'))).json();
    expect(replaced.invitation).toMatch(/^[\w-]{22}$/);
    expect((await join(league, stranger)).statusCode).toBe(404);
    expect((await join(replaced, stranger)).statusCode).toBe(200);
  });

  it('has at most 50 members, even when two join at the same time', async () => {
    const league = await makeLeague();
    const fanIds = await tour.addFans(48, `Crowd${fans}`);
    const joinedAt = new Date(app.clock.now);
    const rows = fanIds.map((userId) => ({ userId, leagueId: league.id, joinedAt }));
    await app.database.db.insert(leagueMembers).values(rows);
    const responses = await Promise.all([join(league), join(league, stranger)]);
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect(await listNames(league)).toHaveLength(50);
  });
});

describe('a listed league', () => {
  it('is listed, and anyone can see and join it without its invitation', async () => {
    const league = await makeLeague({ isListed: true });
    expect((await stranger.get(buildUrl(league))).json()).toMatchObject({
      ...{ isMember: false, invitation: null },
    });
    expect((await stranger.get('/api/leagues/listed')).body).toContain(league.id);
    expect((await stranger.get(buildUrl(league, '/sheets'))).statusCode).toBe(403);
    expect((await stranger.post(buildUrl(league, '/members'))).json()).toMatchObject({
      ...{ isMember: true, memberCount: 2 },
    });
  });

  it('cannot become invite-only while it has too many members', async () => {
    const league = await makeLeague({ isListed: true });
    const fanIds = await tour.addFans(50, `Many${fans}`);
    const joinedAt = new Date(app.clock.now);
    const rows = fanIds.map((userId) => ({ userId, leagueId: league.id, joinedAt }));
    await app.database.db.insert(leagueMembers).values(rows);
    const response = await owner.patch(buildUrl(league), { isListed: false });
    expect([response.statusCode, response.json().message]).toEqual([
      409,
      'An invite-only league has at most 50 members. This one has 51.',
    ]);
  });
});

describe('the owner', () => {
  it('removes a member, who can join again, and bans one, who cannot', async () => {
    const league = await makeLeague();
    await join(league);
    const url = buildUrl(league, `/members/${friend.userId}`);
    expect((await friend.delete(buildUrl(league, `/members/${owner.userId}`))).statusCode).toBe(
      403,
    );
    expect((await owner.delete(url)).statusCode).toBe(204);
    expect((await owner.delete(url)).statusCode).toBe(404);
    expect((await friend.get(buildUrl(league))).statusCode).toBe(404);
    expect((await join(league)).statusCode).toBe(200);
    const ban = await owner.post(buildUrl(league, '/bans'), { userId: friend.userId });
    expect(ban.statusCode).toBe(204);
    expect((await join(league)).statusCode).toBe(403);
    expect((await owner.get(buildUrl(league, '/bans'))).json()).toEqual([
      { userId: friend.userId, username: `Friend ${fans}` },
    ]);
    expect((await owner.delete(buildUrl(league, `/bans/${friend.userId}`))).statusCode).toBe(204);
    expect((await join(league)).statusCode).toBe(200);
  });

  it('can hand over the league, and then only the new owner can change it', async () => {
    const league = await makeLeague();
    const body = { userId: friend.userId };
    expect((await owner.post(buildUrl(league, '/owner'), body)).statusCode).toBe(404);
    await join(league);
    expect((await owner.post(buildUrl(league, '/owner'), body)).json()).toMatchObject({
      owner: { userId: friend.userId },
    });
    expect((await owner.patch(buildUrl(league), { name: 'Mine' })).statusCode).toBe(403);
    expect((await friend.patch(buildUrl(league), { name: ' Ours ' })).json().name).toBe('Ours');
    const records = await app.database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, league.id));
    expect(records).toMatchObject([{ action: 'league.update', actorId: friend.userId }]);
    const allRecords = await app.database.db
      .select()
      .from(auditLog)
      .where(like(auditLog.action, 'league.%'));
    for (const { before, after } of allRecords)
      expect({ ...Object(before), ...Object(after) }).toHaveProperty('leagueId');
  });

  it('is succeeded by the longest-standing member, and the league is deleted with its last member', async () => {
    const league = await makeLeague();
    await join(league, stranger);
    await join(league);
    expect((await owner.delete(buildUrl(league, '/members/me'))).statusCode).toBe(204);
    expect((await friend.get(buildUrl(league))).json().owner.userId).toBe(stranger.userId);
    const deletion = { currentPassword: stranger.password, isConfirmed: true };
    expect((await stranger.post('/api/user/deletion', deletion)).statusCode).toBe(200);
    expect((await friend.get(buildUrl(league))).json().owner.userId).toBe(friend.userId);
    expect((await friend.post('/api/user/export')).json().leagues).toMatchObject([
      { name: 'Rail riders', isOwner: true },
    ]);
    await friend.delete(buildUrl(league, '/members/me'));
    const rows = await app.database.db.select().from(leagues).where(eq(leagues.id, league.id));
    expect(rows).toEqual([]);
  });
});
