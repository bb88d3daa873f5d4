import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { DAY, HOUR } from '#contract/durations.ts';
import type { League } from '#contract/leagues.ts';
import { LEAGUE_FIELDS, makeLeague } from '../../../tests/support/make-league.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour } from '../../../tests/support/tour.ts';
import { leagueMembers, leagues } from '../db/schema/leagues.ts';

let app: TestApp;
let show: string;
let owner: Caller;
let friend: Caller;
let stranger: Caller;
let fans = 0;

beforeAll(async () => {
  app = await openTestApp();
  show = await planTour(app).addShow({ name: 'First Night' });
});
afterAll(() => app.close());

beforeEach(async () => {
  fans += 1;
  owner = await app.signUp(`Owner ${fans}`);
  friend = await app.signUp(`Friend ${fans}`);
  stranger = await app.signUp(`Stranger ${fans}`);
});

const createLeague = () => makeLeague(owner, show);
const join = ({ invitation }: League) => friend.post(`/api/invitations/${invitation}`);

it.each([
  [{ name: '' }, 'Enter a name'],
  [{ startShowId: '5a1c3d1e-0000-4000-8000-000000000000' }, 'Choose a show'],
  [{ name: { $ne: 1 } }, undefined],
])('rejects %j', async (changes, message) => {
  const body = { ...LEAGUE_FIELDS, startShowId: show, ...changes };
  const response = await owner.post('/api/leagues', body);
  expect(response.statusCode).toBe(400);
  if (message) expect(response.body).toContain(message);
  expect((await owner.get('/api/leagues')).json()).toEqual([]);
});

it('allows five new leagues a day, even in parallel, and does not count rejected ones', async () => {
  const body = { ...LEAGUE_FIELDS, startShowId: show };
  const create = () => owner.post('/api/leagues', body);
  expect(
    (await owner.post('/api/leagues', { ...body, startShowId: owner.userId })).statusCode,
  ).toBe(400);
  const responses = await Promise.all(Array.from({ length: 60 }, create));
  expect(responses.filter(({ statusCode }) => statusCode === 201)).toHaveLength(5);
  expect(responses.filter(({ statusCode }) => statusCode === 429)).toHaveLength(55);
  app.clock.now += DAY + 1;
  await createLeague();
});

it('allows 20 leagues per fan', async () => {
  const rows = Array.from({ length: 20 }, (_, index) => ({
    ...({ name: `${index}`, color: 'blue', isListed: true, ownerId: stranger.userId } as const),
    ...{ startsAt: new Date(), invitation: `${fans}-${index}` },
  }));
  const added = await app.database.db.insert(leagues).values(rows).returning();
  const joinedAt = new Date(app.clock.now);
  const userId = friend.userId;
  await app.database.db
    .insert(leagueMembers)
    .values(added.map(({ id }) => ({ leagueId: id, userId, joinedAt })));
  const league = await createLeague();
  expect((await join(league)).json().message).toBe('You can be in 20 leagues. Leave one first.');
  await app.database.db.delete(leagues).where(eq(leagues.ownerId, stranger.userId));
  expect((await join(league)).statusCode).toBe(200);
});

it('allows 30 join attempts an hour, even in parallel', async () => {
  const url = `/api/invitations/${'x'.repeat(22)}`;
  const responses = await Promise.all(Array.from({ length: 60 }, () => friend.post(url)));
  expect(responses.filter(({ statusCode }) => statusCode === 404)).toHaveLength(30);
  expect(responses.filter(({ statusCode }) => statusCode === 429)).toHaveLength(30);
  expect((await stranger.post(url)).statusCode).toBe(404);
  app.clock.now += HOUR + 1;
  expect((await friend.post(url)).statusCode).toBe(404);
});

it('allows 120 reads of invalid invitations an hour, and does not count valid ones', async () => {
  const { invitation } = await createLeague();
  const read = (token: string | null, caller = friend) => caller.get(`/api/invitations/${token}`);
  const wrong = 'x'.repeat(22);
  for (let count = 0; count < 121; count += 1)
    expect((await read(invitation)).statusCode).toBe(200);
  const responses = await Promise.all(Array.from({ length: 200 }, () => read(wrong)));
  expect(responses.filter(({ statusCode }) => statusCode === 404)).toHaveLength(120);
  expect((await read(invitation)).statusCode).toBe(429);
  expect((await read(wrong, stranger)).statusCode).toBe(404);
  app.clock.now += HOUR + 1;
  expect((await read(invitation)).statusCode).toBe(200);
});
