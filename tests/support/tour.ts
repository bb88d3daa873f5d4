import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import type { ShowStatus } from '#contract/shows.ts';
import { users } from '#server/db/schema/accounts.ts';
import { predictionSongs, predictions } from '#server/db/schema/predictions.ts';
import { shows } from '#server/db/schema/shows.ts';
import { songs } from '#server/db/schema/songs.ts';
import type { Answer, Caller, TestApp } from './test-app.ts';

export const HOUR = 60 * 60 * 1000;

export type Tour = ReturnType<typeof planTour>;

/** Creates songs, shows and fans, and has short functions for an administrator's actions. */
export function planTour({ database: { db }, admin, clock }: TestApp) {
  async function expectStatus(answer: Promise<Answer>, status: number) {
    const { statusCode, body } = await answer;
    if (statusCode !== status) throw new Error(`${statusCode} instead of ${status}: ${body}`);
    return body === '' ? undefined : JSON.parse(body);
  }

  return {
    /** Adds songs by title; returns their ids in the same order. */
    async songs(...titles: string[]): Promise<string[]> {
      const rows = titles.map((title) => ({ id: randomUUID(), title, album: `On ${title}` }));
      await db.insert(songs).values(rows);
      return rows.map(({ id }) => id);
    },

    /** Adds a show, by default in two days. */
    async show(fields: Partial<typeof shows.$inferInsert> = {}): Promise<string> {
      const id = randomUUID();
      const date = new Date(clock.now + 48 * HOUR);
      const defaults = { name: 'Barn Night', city: 'Burlington', timeZone: 'America/New_York' };
      await db.insert(shows).values({ id, date, ...defaults, ...fields });
      return id;
    },

    /** Adds accounts that never sign in. */
    async crowd(count: number, name = 'Fan'): Promise<string[]> {
      const rows = Array.from({ length: count }, (_, n) => {
        const username = `${name} ${String(n).padStart(4, '0')}`;
        const email = `${username.replace(' ', '.')}@example.com`;
        const keys = { emailKey: email.toLowerCase(), usernameKey: username.toLowerCase() };
        return { id: randomUUID(), email, username, password: 'never', ...keys };
      });
      await db.insert(users).values(rows);
      return rows.map(({ id }) => id);
    },

    /** Inserts a prediction as if it had been submitted in time. */
    async predicted(
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

    /** Stored points of a show, in order of submission. */
    async pointsOf(showId: string): Promise<(number | null)[]> {
      const stored = await db
        .select({ points: predictions.points })
        .from(predictions)
        .where(eq(predictions.showId, showId))
        .orderBy(asc(predictions.submittedAt), asc(predictions.id));
      return stored.map(({ points }) => points);
    },

    async totalsOf(userId: string) {
      const { totalPoints: points, gamesPlayed: games, averageScore: average } = users;
      const [totals] = await db
        .select({ points, games, average })
        .from(users)
        .where(eq(users.id, userId));
      return totals;
    },

    async scoredAtOf(showId: string): Promise<Date | null | undefined> {
      const { scoredAt } = shows;
      const [show] = await db.select({ scoredAt }).from(shows).where(eq(shows.id, showId));
      return show?.scoredAt;
    },

    predict: (fan: Caller, showId: string, songIds: readonly string[]) =>
      expectStatus(fan.post('/api/predictions', { showId, songIds }), 201),

    status: (showId: string, status: ShowStatus) =>
      expectStatus(admin.patch(`/api/shows/${showId}/status`, { status }), 200),

    play: (showId: string, songId: string, more: object = {}) =>
      expectStatus(admin.post(`/api/shows/${showId}/setlist`, { songId, ...more }), 201),

    calculate: (showId: string) =>
      expectStatus(admin.post(`/api/shows/${showId}/calculate-scores`), 200),
  };
}
