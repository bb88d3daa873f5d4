import { fileURLToPath } from 'node:url';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '#contract/durations.ts';
import type { SetlistEntry } from '#contract/setlists.ts';
import type { Show } from '#contract/shows.ts';
import { openTestApp, signIn, type TestApp } from '../../../tests/support/test-app.ts';
import { buildEmailColumns, buildUsernameColumns } from '../accounts/account.ts';
import { openBandPack } from '../catalog/band-pack/band-pack.ts';
import { createLocalBus } from '../changes/bus.ts';
import { UNCHECKED_DISK } from '../db/disk-space.ts';
import { users } from '../db/schema/accounts.ts';
import { auditLog } from '../db/schema/audit.ts';
import { predictions } from '../db/schema/predictions.ts';
import { shows } from '../db/schema/shows.ts';
import { checkInvariants } from '../invariants/check.ts';
import { projectFile } from '../project-files.ts';
import { createScoring } from '../scoring/calculate.ts';
import { ABANDONED_MS, KEPT_SHOWS } from './next-step.ts';
import { createDemoPlayer } from './player.ts';
import { planShows, type Residency, readResidency } from './residency.ts';

const folder = fileURLToPath(projectFile('bands/lantern'));
const bandPack = await openBandPack(folder);
const residency = (await readResidency(folder)) as Residency;
const { bandName } = bandPack.band;
const { users: packUsers } = await bandPack.load();
const WEAK_TEST_PASSWORDS = 'passwords are argon2id, 19 MiB, 2 passes, 1 lane or stronger';
const bus = createLocalBus();

let app: TestApp;
/** Twenty minutes into a show. */
let start: number;

beforeEach(async () => {
  app = await openTestApp({ bus });
  start = Math.floor(app.clock.now / HOUR) * HOUR + 20 * MINUTE;
  app.clock.now = start;
  // A sign-in is fresh only for a few minutes of this clock.
  await signIn(app.admin);
  expect((await app.admin.post('/api/admin/initialize')).statusCode).toBe(200);
  await app.database.db.insert(users).values(
    packUsers.slice(0, 40).map(({ email, username }) => ({
      ...buildEmailColumns(email),
      ...buildUsernameColumns(username),
      password: 'never',
    })),
  );
});
afterEach(() => app.close());

function createPlayer(visitor?: string) {
  const { clock, database } = app;
  const now = () => clock.now;
  const context = { db: database.db, bus, clock: now, disk: UNCHECKED_DISK, bandPack };
  return createDemoPlayer(
    { ...context, shutdownSignal: new AbortController().signal },
    {
      scoring: createScoring({ clock: now }),
      residency,
      findVisitor: visitor ? () => visitor : undefined,
    },
  );
}

const fetchLiveShows = async (): Promise<Show[]> => (await app.admin.get('/api/shows/live')).json();
const fetchSetlist = async (id: string): Promise<SetlistEntry[]> =>
  (await app.admin.get(`/api/shows/${id}/setlist`)).json();
const findStatus = async (id: string) =>
  (await app.database.db.select().from(shows).where(eq(shows.id, id)))[0]?.status;

async function playLiveShow(): Promise<Show> {
  await createPlayer().playDue();
  const [show] = await fetchLiveShows();
  if (!show) throw new Error('No show is live.');
  return show;
}

/** Moves a person's changes to the test's time, because the database has its own clock. */
async function backdateChanges(): Promise<void> {
  await app.database.db
    .update(auditLog)
    .set({ at: new Date(app.clock.now) })
    .where(sql`actor_id is not null`);
}

describe('the player of a demo', () => {
  it('joins a show halfway, closes and scores it, and plays the next one on time', async () => {
    const show = await playLiveShow();
    expect(Date.parse(show.date)).toBe(start - 20 * MINUTE);
    const setlist = await fetchSetlist(show.id);
    expect(setlist.length).toBeGreaterThanOrEqual(8);
    const playedAt = setlist.map((row) => Date.parse(row.playedAt ?? ''));
    expect(Math.max(...playedAt)).toBeLessThanOrEqual(start);
    expect(playedAt).toEqual(playedAt.toSorted((a, b) => a - b));

    app.clock.now = start + 39 * MINUTE;
    await createPlayer().playDue();
    expect(await fetchLiveShows()).toEqual([]);
    expect(await findStatus(show.id)).toBe('closed');
    const board = (await app.admin.get(`/api/leaderboard/show/${show.id}`)).json();
    expect(board.length).toBeGreaterThan(3);
    expect(board[0].totalPoints).toBeGreaterThan(0);

    app.clock.now = start + 42 * MINUTE;
    const nextShow = await playLiveShow();
    expect(Date.parse(nextShow.date)).toBe(Date.parse(show.date) + HOUR);
    const broken = (await checkInvariants(app.database.db)).filter(({ rows }) => rows.length > 0);
    expect(broken.map(({ name }) => name)).toEqual([WEAK_TEST_PASSWORDS]);
  });

  it('runs each step once even with several servers, and predicts as the visitor only after the lock', async () => {
    const visitor = packUsers[0]?.username ?? '';
    const players = [createPlayer(visitor), createPlayer(visitor), createPlayer(visitor)];
    await Promise.all(players.map((player) => player.playDue()));
    const [show] = await fetchLiveShows();
    const setlist = await fetchSetlist(show?.id ?? '');
    expect(new Set(setlist.map(({ songId }) => songId)).size).toBe(setlist.length);
    const { db } = app.database;
    expect(await db.$count(auditLog, eq(auditLog.action, 'setlist.add'))).toBe(setlist.length);
    expect(await db.$count(auditLog, eq(auditLog.action, 'show.create'))).toBe(7);
    const submissions = await db
      .select({
        username: users.username,
        submittedAt: predictions.submittedAt,
        locksAt: shows.locksAt,
      })
      .from(predictions)
      .innerJoin(users, eq(users.id, predictions.userId))
      .innerJoin(shows, eq(shows.id, predictions.showId));
    expect(submissions.length).toBeGreaterThan(5);
    for (const { submittedAt, locksAt } of submissions)
      expect(submittedAt.getTime()).toBeLessThan(Math.min(app.clock.now, Number(locksAt)));
    const visitors = submissions.filter(({ username }) => username === visitor);
    expect(visitors.map(({ locksAt }) => locksAt)).toEqual([
      new Date(Date.parse(show?.date ?? '') - 5 * MINUTE),
    ]);
  });

  it("keeps posting in the live show's thread, once per post even with several servers", async () => {
    const show = await playLiveShow();
    const url = `/api/forums/threads/${show.id}/posts?limit=100`;
    const readPosts = async () => {
      const posts: { content: string }[] = (await app.admin.get(url)).json();
      return posts.map(({ content }) => content);
    };
    const earlyPosts = await readPosts();
    expect(earlyPosts.length).toBeGreaterThan(3);
    app.clock.now = start + 25 * MINUTE;
    await Promise.all([createPlayer(), createPlayer()].map((player) => player.playDue()));
    const latePosts = await readPosts();
    expect(latePosts.length).toBeGreaterThan(earlyPosts.length + 2);
    expect(latePosts.slice(0, earlyPosts.length)).toEqual(earlyPosts);
    expect(new Set(latePosts).size).toBe(latePosts.length);
  });

  it('stops playing a show when a person adds a song, until they leave it alone', async () => {
    const show = await playLiveShow();
    const [song] = (await app.admin.get('/api/songs')).json();
    await app.admin.post(`/api/shows/${show.id}/setlist`, { songId: song.id });
    await backdateChanges();
    const setlist = await fetchSetlist(show.id);
    app.clock.now += ABANDONED_MS - MINUTE;
    await createPlayer().playDue();
    expect(await fetchSetlist(show.id)).toEqual(setlist);
    app.clock.now += 2 * MINUTE;
    await createPlayer().playDue();
    expect([await findStatus(show.id), await fetchSetlist(show.id)]).toEqual(['closed', setlist]);
  });

  it("still plays a show whose name or date a person changed, but doesn't restore a deleted one", async () => {
    await createPlayer().playDue();
    const [, next, afterNext] = planShows(residency, bandName, start);
    expect((await app.admin.patch(`/api/shows/${next?.id}`, { name: 'Benefit' })).statusCode).toBe(
      200,
    );
    expect((await app.admin.delete(`/api/shows/${afterNext?.id}`)).statusCode).toBe(204);
    app.clock.now = start + 41 * MINUTE;
    await createPlayer().playDue();
    expect(await fetchLiveShows()).toMatchObject([{ name: 'Benefit' }]);
    expect(await findStatus(afterNext?.id ?? '')).toBe(undefined);
  });

  it('stops when the demo is removed', async () => {
    await createPlayer().playDue();
    await app.admin.patch('/api/admin/band', { bandName: 'Paper Moons' });
    const response = await app.admin.post('/api/admin/empty-demo', { name: bandName });
    expect(response.statusCode).toBe(200);
    app.clock.now += HOUR;
    await createPlayer().playDue();
    expect((await app.admin.get('/api/shows')).json()).toEqual([]);
  });

  it('keeps a week of shows and their records', async () => {
    const { db } = app.database;
    const oldShows = Array.from({ length: KEPT_SHOWS + 1 }, (_, n) => {
      const [show] = planShows(residency, bandName, start - (n + 3) * HOUR);
      if (!show) throw new Error('No show was planned.');
      return { ...show, status: 'closed' as const };
    });
    await db.insert(shows).values(oldShows);
    const oldest = oldShows.at(-1)?.id ?? '';
    await db.insert(auditLog).values({ action: 'show.create', showId: oldest });
    await createPlayer().playDue();
    const keptShows = await db
      .select({ id: shows.id })
      .from(shows)
      .where(and(eq(shows.tourName, residency.tourName), eq(shows.status, 'closed')))
      .orderBy(asc(shows.date));
    expect(keptShows).toHaveLength(KEPT_SHOWS);
    expect(keptShows.map(({ id }) => id)).not.toContain(oldest);
    const records = and(eq(auditLog.showId, oldest), isNull(auditLog.actorId));
    expect(await db.$count(auditLog, records)).toBe(0);
  });
});
