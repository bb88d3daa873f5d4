import { desc, eq, inArray } from 'drizzle-orm';
import { HOUR } from '#contract/durations.ts';
import type { Change } from '#contract/freshness.ts';
import { type LockTimes, predictionsLockAt } from '#contract/show-lock.ts';
import { identityKey } from '#contract/text.ts';
import type { BandPack } from '../catalog/band-pack/band-pack.ts';
import { nextChangeVersion } from '../changes/bus.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/open.ts';
import { users } from '../db/schema/accounts.ts';
import { predictions } from '../db/schema/predictions.ts';
import { liveSetlistSongs } from '../db/schema/setlists.ts';
import { shows } from '../db/schema/shows.ts';
import { songs } from '../db/schema/songs.ts';
import { ApiError } from '../http/api-error.ts';
import { createPredictionWriter } from '../predictions/save-prediction.ts';
import { findOpenShows } from './demo-state.ts';
import { HABITS, type PlayedSetlist, pickTitles } from './fan-habits.ts';
import { createRandomFromIds } from './random.ts';

/** Fans submit in the last hours before the lock, most of them late. */
const SUBMISSION_MS = 6 * HOUR;
const SUBMITTING_SHARE = 0.65;
const HISTORY_SHOWS = 60;

interface Submission {
  userId: string;
  showId: string;
  time: number;
}

/** The same show always gets the same submissions. */
export function planSubmissions(
  show: LockTimes & { id: string },
  fans: readonly string[],
): Submission[] {
  return fans.flatMap((userId) => {
    const random = createRandomFromIds(show.id, userId);
    if (random() > SUBMITTING_SHARE) return [];
    const time = predictionsLockAt(show) - 1_000 - Math.floor(random() ** 2 * SUBMISSION_MS);
    return [{ userId, showId: show.id, time }];
  });
}

/** Submits the fans' due predictions, and the visitor's just before the lock. */
export function createPredictionSubmitter(
  { db, bus, clock, bandPack }: Pick<Context, 'db' | 'bus' | 'clock' | 'bandPack'>,
  findVisitor: () => string | undefined = () => undefined,
) {
  const { bandName } = bandPack.band;
  const createPrediction = createPredictionWriter(db);

  return async (): Promise<void> => {
    const now = clock();
    const openShows = await findOpenShows(db, bandName, new Date(now + SUBMISSION_MS + HOUR));
    if (openShows.length === 0) return;
    const { fans, visitorId } = await findFans(db, await bandPack.load(), findVisitor());
    const submitted = await findSubmitted(
      db,
      openShows.map(({ id }) => id),
    );
    const submissions = openShows
      .flatMap((show) => [
        ...planSubmissions(show, fans),
        ...planVisitorSubmission(show, visitorId),
      ])
      .filter(({ time, userId, showId }) => time <= now && !submitted.has(`${showId} ${userId}`));
    if (submissions.length === 0) return;
    const history = await readHistory(db);
    if (history.length === 0) return;
    const songIds = await readSongIds(db);
    const changes = await Promise.all(
      submissions.map((submission) => submit(submission, history, songIds)),
    );
    await bus.publish(changes.flat());
  };

  async function submit(
    { userId, showId, time }: Submission,
    history: readonly PlayedSetlist[],
    songIds: ReadonlyMap<string, string>,
  ): Promise<Change[]> {
    const habits = Object.values(HABITS);
    const habit = habits[Math.floor(createRandomFromIds(userId)() * habits.length)];
    const titles = habit ? pickTitles(habit, history, createRandomFromIds(userId, showId)) : [];
    const picks = titles.flatMap((title) => songIds.get(title) ?? []);
    if (picks.length === 0) return [];
    try {
      await createPrediction({ userId, showId, songIds: picks, now: time });
    } catch (error) {
      // A person may have changed or deleted the show or a song in the meantime.
      if (error instanceof ApiError) return [];
      throw error;
    }
    const version = nextChangeVersion();
    return [
      { topic: 'prediction', subjectId: userId, version },
      { topic: 'entrants', subjectId: showId, version },
    ];
  }
}

function planVisitorSubmission(
  show: LockTimes & { id: string },
  userId: string | undefined,
): Submission[] {
  return userId ? [{ userId, showId: show.id, time: predictionsLockAt(show) - 1 }] : [];
}

/** Returns the IDs of the band pack's users except the visitor's. */
export async function findFans(db: Db, pack: BandPack, visitor: string | undefined) {
  const emailKeys = pack.users.map(({ email }) => identityKey(email));
  const rows = await db
    .select({ id: users.id, username: users.username })
    .from(users)
    .where(inArray(users.emailKey, emailKeys))
    .orderBy(users.id);
  return {
    fans: rows.flatMap(({ id, username }) => (username === visitor ? [] : [id])),
    visitorId: rows.find(({ username }) => username === visitor)?.id,
  };
}

async function findSubmitted(db: Db, showIds: string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ userId: predictions.userId, showId: predictions.showId })
    .from(predictions)
    .where(inArray(predictions.showId, showIds));
  return new Set(rows.map(({ userId, showId }) => `${showId} ${userId}`));
}

async function readHistory(db: Db): Promise<PlayedSetlist[]> {
  const latestShows = db
    .select({ id: shows.id, date: shows.date })
    .from(shows)
    .where(eq(shows.status, 'closed'))
    .orderBy(desc(shows.date))
    .limit(HISTORY_SHOWS)
    .as('latest_shows');
  const rows = await db
    .select({ showId: latestShows.id, title: songs.title })
    .from(latestShows)
    .innerJoin(liveSetlistSongs, eq(liveSetlistSongs.showId, latestShows.id))
    .innerJoin(songs, eq(songs.id, liveSetlistSongs.songId))
    .orderBy(latestShows.date, liveSetlistSongs.position);
  const setlists = new Map<string, { title: string }[]>();
  for (const { showId, title } of rows)
    setlists.set(showId, [...(setlists.get(showId) ?? []), { title }]);
  return [...setlists.values()].map((playedSongs) => ({ songs: playedSongs }));
}

async function readSongIds(db: Db): Promise<ReadonlyMap<string, string>> {
  const rows = await db.select({ id: songs.id, title: songs.title }).from(songs);
  return new Map(rows.map(({ id, title }) => [title, id]));
}
