import { randomUUID } from 'node:crypto';
import { asc, desc, eq } from 'drizzle-orm';
import { DAY, HOUR } from '#contract/durations.ts';
import type { BodyInputOf } from '#contract/endpoint.ts';
import type { Change, Topic } from '#contract/freshness.ts';
import type { ReopeningChoice } from '#contract/reopening.ts';
import type { SetlistEntry } from '#contract/setlists.ts';
import type { createShow, Show, ShowStatus } from '#contract/shows.ts';
import type { createSong, Song } from '#contract/songs.ts';
import { type Bus, createLocalBus } from '#server/changes/bus.ts';
import { users } from '#server/db/schema/accounts.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { predictionSongs, predictions } from '#server/db/schema/predictions.ts';
import { shows } from '#server/db/schema/shows.ts';
import { songs } from '#server/db/schema/songs.ts';
import type { Caller, TestApp, TestResponse } from './test-app.ts';

export type Tour = ReturnType<typeof planTour>;

export function planTour({ database: { db }, admin, clock }: TestApp) {
  async function expectStatus(response: Promise<TestResponse>, status: number) {
    const { statusCode, body } = await response;
    if (statusCode !== status) throw new Error(`${statusCode} instead of ${status}: ${body}`);
    return body === '' ? undefined : JSON.parse(body);
  }

  return {
    async addSongs(...titles: string[]): Promise<string[]> {
      const rows = titles.map((title) => ({ id: randomUUID(), title, album: `On ${title}` }));
      await db.insert(songs).values(rows);
      return rows.map(({ id }) => id);
    },

    async addShow(fields: Partial<typeof shows.$inferInsert> = {}): Promise<string> {
      const id = randomUUID();
      const date = new Date(clock.now + 48 * HOUR);
      const defaults = { name: 'Barn Night', city: 'Burlington', timeZone: 'America/New_York' };
      await db.insert(shows).values({ id, date, ...defaults, ...fields });
      return id;
    },

    async addFans(count: number, name = 'Fan'): Promise<string[]> {
      const rows = Array.from({ length: count }, (_, n) => {
        const username = `${name} ${String(n).padStart(4, '0')}`;
        const email = `${username.replace(' ', '.')}@example.com`;
        const keys = { emailKey: email.toLowerCase(), usernameKey: username.toLowerCase() };
        return { id: randomUUID(), email, username, password: 'never', ...keys };
      });
      await db.insert(users).values(rows);
      return rows.map(({ id }) => id);
    },

    async addPrediction(
      userId: string,
      showId: string,
      songIds: readonly string[],
      submittedAt = new Date(clock.now),
    ): Promise<string> {
      const id = randomUUID();
      await db.insert(predictions).values({ id, userId, showId, submittedAt });
      const rows = songIds.map((songId, n) => ({ predictionId: id, songId, position: n + 1 }));
      await db.insert(predictionSongs).values(rows);
      return id;
    },

    async loadPoints(showId: string): Promise<(number | null)[]> {
      const rows = await db
        .select({ points: predictions.points })
        .from(predictions)
        .where(eq(predictions.showId, showId))
        .orderBy(asc(predictions.submittedAt), asc(predictions.id));
      return rows.map(({ points }) => points);
    },

    async loadTotals(userId: string) {
      const { totalPoints: points, gamesPlayed: games, averageScore: average } = users;
      const [totals] = await db
        .select({ points, games, average })
        .from(users)
        .where(eq(users.id, userId));
      return totals;
    },

    async loadScoredAt(showId: string): Promise<Date | null | undefined> {
      const { scoredAt } = shows;
      const [show] = await db.select({ scoredAt }).from(shows).where(eq(shows.id, showId));
      return show?.scoredAt;
    },

    predict: (fan: Caller, showId: string, songIds: readonly string[]) =>
      expectStatus(fan.post('/api/predictions', { showId, songIds }), 201),

    setStatus: (showId: string, status: ShowStatus, predictions?: ReopeningChoice) =>
      expectStatus(admin.patch(`/api/shows/${showId}/status`, { status, predictions }), 200),

    play: (showId: string, songId: string, fields: object = {}) =>
      expectStatus(admin.post(`/api/shows/${showId}/setlist`, { songId, ...fields }), 201),

    calculate: (showId: string) =>
      expectStatus(admin.post(`/api/shows/${showId}/calculate-scores`), 200),
  };
}

export async function addShow(
  admin: Caller,
  fields: Partial<BodyInputOf<typeof createShow>> = {},
): Promise<Show> {
  const date = new Date(Date.now() + 7 * DAY).toISOString();
  const body = { name: 'The Foundry', city: 'Duluth', state: 'MN', date, ...fields };
  return ok(await admin.post('/api/shows', body)).json();
}

export async function addSong(
  admin: Caller,
  title: string,
  fields: Partial<BodyInputOf<typeof createSong>> = {},
): Promise<Song> {
  return ok(await admin.post('/api/songs', { title, ...fields })).json();
}

export async function addSongs<const T extends readonly string[]>(
  admin: Caller,
  ...titles: T
): Promise<{ [K in keyof T]: Song }> {
  const songs: Song[] = [];
  for (const title of titles) songs.push(await addSong(admin, title));
  return songs as { [K in keyof T]: Song };
}

export async function setStatus(admin: Caller, showId: string, status: ShowStatus): Promise<void> {
  ok(await admin.patch(`/api/shows/${showId}/status`, { status }));
}

export async function play<const T extends readonly Pick<Song, 'id'>[]>(
  admin: Caller,
  showId: string,
  ...songs: T
): Promise<{ [K in keyof T]: SetlistEntry }> {
  const rows: SetlistEntry[] = [];
  for (const { id: songId } of songs)
    rows.push(ok(await admin.post(`/api/shows/${showId}/setlist`, { songId })).json());
  return rows as { [K in keyof T]: SetlistEntry };
}

/** Throws an error unless the response is successful. */
export function ok(response: TestResponse): TestResponse {
  if (response.statusCode >= 300) throw new Error(`${response.statusCode}: ${response.body}`);
  return response;
}

export async function findLastAuditRecord({ database: { db } }: TestApp) {
  const [record] = await db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  return record;
}

/** Records published changes. Clear `changes` to start over. */
export function createRecordingBus(): Bus & { changes: Change[] } {
  const bus = createLocalBus();
  const changes: Change[] = [];
  // Nearly every change includes the topic `audit`, which `freshness.test.ts` covers.
  bus.subscribe((published) => changes.push(...published.filter(({ topic }) => topic !== 'audit')));
  return { ...bus, changes };
}

/** For tests that write to the database directly. */
export function createChanges(...topics: Topic[]): Change[] {
  return topics.map((topic) => ({ topic, subjectId: null, version: 0 }));
}
