import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Change } from '#contract/freshness.ts';
import { createLocalBus } from '#server/changes/bus.ts';
import { users } from '#server/db/schema/accounts.ts';
import { predictions } from '#server/db/schema/predictions.ts';
import { shows } from '#server/db/schema/shows.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';

const bus = createLocalBus();
const changes: Change[] = [];
bus.subscribe((published) => changes.push(...published));

let app: TestApp;
let fan: Caller;
let fanCount = 0;
beforeAll(async () => {
  app = await openTestApp({ bus });
  await app.signUp('Bertha');
});
afterAll(() => app.close());
beforeEach(async () => {
  fanCount += 1;
  fan = await app.signUp(`Fan ${fanCount}`);
  changes.length = 0;
});

const updateProfile = (body: unknown, caller = fan) => caller.patch('/api/user/profile', body);

describe('PATCH /api/user/profile', () => {
  it('changes the fields in the body and keeps the others', async () => {
    const firstResponse = await updateProfile({
      favoriteSong: ' Paper Lantern ',
      homeVenue: 'The Pier',
    });
    expect([firstResponse.statusCode, firstResponse.json()]).toEqual([
      200,
      expect.objectContaining({
        username: `Fan ${fanCount}`,
        favoriteSong: 'Paper Lantern',
        homeVenue: 'The Pier',
      }),
    ]);
    const secondResponse = await updateProfile({ homeVenue: 'The Dock' });
    expect(secondResponse.json()).toMatchObject({
      favoriteSong: 'Paper Lantern',
      homeVenue: 'The Dock',
    });
    expect((await fan.get('/api/auth/user')).json()).toEqual(secondResponse.json());
  });

  it.each(['', '   ', null])('stores %j as null', async (emptyValue) => {
    await updateProfile({ favoriteSong: 'Paper Lantern', homeVenue: 'The Pier' });
    const response = await updateProfile({ favoriteSong: emptyValue, homeVenue: emptyValue });
    expect(response.json()).toMatchObject({ favoriteSong: null, homeVenue: null });
  });

  it('renames the fan and invalidates the leaderboards that show the name', async () => {
    const { db } = app.database;
    const [show] = await db
      .insert(shows)
      .values({ name: 'A', city: 'B', date: new Date(), timeZone: 'UTC' })
      .returning();
    const showId = show?.id ?? '';
    await db.insert(predictions).values({ userId: fan.userId, showId });
    expect((await updateProfile({ username: ' Althea ' })).json().username).toBe('Althea');
    const version = app.clock.now;
    expect(changes).toEqual([
      { topic: 'account', subjectId: fan.userId, version },
      { topic: 'profile', subjectId: fan.userId, version },
      { topic: 'username', subjectId: fan.userId, version },
      { topic: 'entrants', subjectId: showId, version },
    ]);
  });

  it('invalidates no leaderboard after other changes', async () => {
    await updateProfile({ username: `Fan ${fanCount}`, homeVenue: 'The Pier' });
    expect(changes.map(({ topic }) => topic)).toEqual(['account', 'profile']);
  });

  it('allows a change of case in the fan’s own name', async () => {
    const response = await updateProfile({ username: `FAN ${fanCount}` });
    expect([response.statusCode, response.json().username]).toEqual([200, `FAN ${fanCount}`]);
  });

  it.each([
    ['taken in another case', 'bERTHA', 409, 'This username is already taken'],
    ['equal to another after NFKC', 'Ｂertha', 409, 'This username is already taken'],
    ['reserved', 'Moderator', 400, 'This username is reserved'],
    ['blank', '  ', 400, 'Username cannot be empty'],
    ['too short', 'ab', 400, 'Username must be at least 3 characters'],
    ['partly invisible', 'Ber\u200Btha', 400, 'Username contains invisible or control characters'],
    ['null', null, 400, /Username must be text/],
    ['an object', {}, 400, /Username must be text/],
  ])('rejects a name that is %s', async (_what, username, status, message) => {
    const response = await updateProfile({ username });
    expect(response.statusCode).toBe(status);
    expect(response.json().message).toMatch(message);
    expect((await fan.get('/api/auth/user')).json().username).toBe(`Fan ${fanCount}`);
  });

  it('keeps a reserved name for a user who has it', async () => {
    await app.database.db
      .update(users)
      .set({ username: 'admin', usernameKey: 'admin' })
      .where(eq(users.id, fan.userId));
    expect((await updateProfile({ username: 'Admin', homeVenue: 'x' })).statusCode).toBe(200);
  });

  it.each([
    ['favoriteSong', 'x'.repeat(256)],
    ['homeVenue', 'x'.repeat(256)],
    ['favoriteSong', ['x']],
    ['homeVenue', 7],
    ['bio', 'x'.repeat(1_001)],
    ['bio', { text: 'x' }],
    ['location', 'x'.repeat(256)],
    ['hiddenFields', 'bio'],
    ['hiddenFields', null],
    ['hiddenFields', ['email']],
    ['hiddenFields', ['bio', 'bio']],
    ['hiddenFields', Array(1_000).fill('bio')],
  ])('rejects an invalid %s', async (key, value) => {
    expect((await updateProfile({ [key]: value })).statusCode).toBe(400);
  });

  it('ignores fields that fans can’t set', async () => {
    const userBefore = (await fan.get('/api/auth/user')).json();
    const forbidden = { isAdmin: true, totalPoints: 999, email: 'x@example.com', password: 'x' };
    const { username } = userBefore;
    expect((await updateProfile({ username, ...forbidden })).json()).toEqual(userBefore);
    expect((await fan.get('/api/admin/users')).statusCode).toBe(403);
  });

  it('returns 401 for a visitor', async () => {
    expect((await updateProfile({}, app.visitor)).statusCode).toBe(401);
  });
});

describe('GET /api/admin/users', () => {
  it('lists every account by username, without secrets', async () => {
    await app.signUp('aaron');
    await app.signUp('Aardvark');
    const rows: Record<string, unknown>[] = (await app.admin.get('/api/admin/users')).json();
    expect(rows.slice(0, 2).map(({ username }) => username)).toEqual(['Aardvark', 'aaron']);
    expect(Object.keys(rows[0] ?? {}).sort()).toEqual([
      'averageScore',
      'email',
      'favoriteSong',
      'gamesPlayed',
      'hasPrivateSheets',
      'homeVenue',
      'id',
      'isAdmin',
      'isModerator',
      'isPostingEnded',
      'mutedUntil',
      'totalPoints',
      'username',
    ]);
    expect(rows.filter(({ isAdmin }) => isAdmin)).toHaveLength(1);
  });

  it('rejects visitors and fans who are not administrators', async () => {
    expect((await fan.get('/api/admin/users')).statusCode).toBe(403);
    expect((await app.visitor.get('/api/admin/users')).statusCode).toBe(401);
  });
});

describe('GET /api/auth/user', () => {
  it('returns 401 for a visitor', async () => {
    const response = await app.visitor.get('/api/auth/user');
    expect(response.statusCode).toBe(401);
    expect(response.json().message).toBe('Please sign in');
  });

  it('returns the stored account and can’t be cached', async () => {
    await fan.get('/api/auth/user');
    await app.database.db
      .update(users)
      .set({ totalPoints: 68, gamesPlayed: 2, averageScore: '34' })
      .where(eq(users.id, fan.userId));
    const response = await fan.get('/api/auth/user');
    expect(response.json()).toMatchObject({
      totalPoints: 68,
      gamesPlayed: 2,
      averageScore: '34.00',
    });
    expect(response.headers['cache-control']).toBe('no-store');
  });
});
