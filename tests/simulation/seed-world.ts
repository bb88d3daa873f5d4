import { SHOW_THREADS } from '#contract/forums.ts';
import type { Db } from '#server/db/open.ts';
import { users } from '#server/db/schema/accounts.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { blocks } from '#server/db/schema/blocks.ts';
import { forumPosts, forumThreads } from '#server/db/schema/forums.ts';
import { leagueBans, leagueMembers, leaguePosts, leagues } from '#server/db/schema/leagues.ts';
import { moderationCases, reports } from '#server/db/schema/moderation.ts';
import { predictionSongs, predictions } from '#server/db/schema/predictions.ts';
import { shows } from '#server/db/schema/shows.ts';
import { songs } from '#server/db/schema/songs.ts';
import type { League } from './model/leagues/league.ts';
import type { Case } from './model/moderation/cases.ts';
import type { Tour } from './model/tour.ts';

export async function seedWorld(db: Db, tour: Tour, password: string): Promise<void> {
  const findUserId = (person: number) => tour.people[person]?.userId ?? '';
  await db.insert(users).values(
    tour.people.map(({ userId: id, username, isAdmin, hasPrivateSheets, ...person }) => {
      const email = `${id}@example.com`;
      const keys = { emailKey: email, usernameKey: username.toLowerCase() };
      const createdAt = new Date(person.createdAt);
      const mutedUntil = person.mutedUntil === 0 ? null : new Date(person.mutedUntil);
      const timestamps = { createdAt, updatedAt: createdAt, passwordChangedAt: createdAt };
      const fields = { id, email, username, password, isAdmin, hasPrivateSheets, mutedUntil };
      return { ...fields, ...keys, ...timestamps };
    }),
  );
  await db.insert(songs).values(
    tour.songs.map(({ id, title, album, imported }) => ({
      id,
      title,
      album,
      importKey: title,
      importedTimesPlayed: imported.plays,
      importedAveragePosition: imported.average === null ? null : `${imported.average / 100}`,
      importedFirstPlayed: imported.first === null ? null : new Date(imported.first),
      importedLastPlayed: imported.last === null ? null : new Date(imported.last),
    })),
  );
  await db.insert(shows).values(
    tour.shows.map(({ id, name, place, date, lock, status }) => {
      const { city, state, zone: timeZone } = place;
      const locksAt = lock === null ? null : new Date(lock);
      const details = { name, city, state, timeZone, status };
      return { id, ...details, date: new Date(date), locksAt, importKey: id };
    }),
  );
  await seedPredictions(db, tour, findUserId);
  await seedThreads(db, tour, findUserId);
  for (const league of tour.leagues) await seedLeague(db, league, findUserId);
  await db.insert(blocks).values(
    tour.blocks.map(({ person, blocked, createdAt }) => ({
      ...{ userId: findUserId(person), blockedId: findUserId(blocked) },
      createdAt: new Date(createdAt),
    })),
  );
  const admins = tour.people.filter(({ isAdmin }) => isAdmin);
  await db
    .insert(auditLog)
    .values([
      { action: 'setup.initialize' as const, actorId: null },
      ...admins.map(({ userId }) => ({ action: 'user.promote' as const, subjectId: userId })),
    ]);
}

type FindUserId = (person: number) => string;

async function seedPredictions(
  db: Db,
  tour: Pick<Tour, 'predictions'>,
  findUserId: FindUserId,
): Promise<void> {
  await db.insert(predictions).values(
    tour.predictions.map(({ id, fan, showId, submittedAt }) => ({
      ...{ id, userId: findUserId(fan), showId },
      submittedAt: new Date(submittedAt),
    })),
  );
  await db
    .insert(predictionSongs)
    .values(
      tour.predictions.flatMap(({ id: predictionId, picks }) =>
        picks.map((pick) => ({ predictionId, ...pick })),
      ),
    );
}

async function seedThreads(
  db: Db,
  { shows }: Pick<Tour, 'shows'>,
  findUserId: FindUserId,
): Promise<void> {
  for (const { id, posts } of shows.filter((show) => show.posts.length > 0)) {
    const lastActivityAt = new Date(posts.at(-1)?.createdAt ?? 0);
    const counts = { replyCount: posts.length, lastActivityAt, createdAt: new Date(0) };
    await db.insert(forumThreads).values({ id, showId: id, category: SHOW_THREADS, ...counts });
    await db.insert(forumPosts).values(
      posts.map(({ author, createdAt: time, ...post }) => {
        const createdAt = new Date(time);
        const authorId = findUserId(author);
        return { ...post, threadId: id, authorId, createdAt, updatedAt: createdAt };
      }),
    );
  }
}

async function seedLeague(db: Db, league: League, findUserId: FindUserId): Promise<void> {
  const { id, name, isListed, startShowId, invitation, members } = league;
  const startsAt = new Date(league.startsAt);
  // Older than the story's leagues, which get the database's time.
  const createdAt = new Date(0);
  const fields = { id, name, isListed, startShowId, startsAt, invitation, createdAt };
  const ownerId = findUserId(league.owner);
  await db.insert(leagues).values({ ...fields, color: 'teal', ownerId });
  await db.insert(leagueMembers).values(
    members.map(({ person, joinedAt }) => ({
      ...{ leagueId: id, userId: findUserId(person) },
      joinedAt: new Date(joinedAt),
    })),
  );
  await db.insert(leaguePosts).values(
    league.posts.map(({ author, createdAt: time, ...post }) => {
      const createdAt = new Date(time);
      return {
        ...post,
        leagueId: id,
        authorId: findUserId(author),
        createdAt,
        updatedAt: createdAt,
      };
    }),
  );
  const bans = league.bannedPeople.map((person) => ({
    ...{ leagueId: id, userId: findUserId(person) },
    bannedAt: createdAt,
  }));
  if (bans.length > 0) await db.insert(leagueBans).values(bans);
  if (league.case) await seedCase(db, league, league.case, findUserId);
}

async function seedCase(
  db: Db,
  { id: leagueId }: League,
  { id: caseId = '', reportedText, createdAt: time, reports: seededReports }: Case,
  findUserId: FindUserId,
): Promise<void> {
  const createdAt = new Date(time);
  const fields = { kind: 'league' as const, leagueId, reportedText, openSince: createdAt };
  await db.insert(moderationCases).values({ id: caseId, ...fields, createdAt });
  await db.insert(reports).values(
    seededReports.map(({ reporter }) => ({
      ...{ caseId, reporterId: findUserId(reporter), reason: 'spam' as const },
      createdAt,
    })),
  );
}
