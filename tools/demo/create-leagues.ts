import { asc, desc, eq, isNotNull } from 'drizzle-orm';
import { HOUR } from '#contract/durations.ts';
import type { LeagueItem } from '#contract/leagues.ts';
import type { Db } from '#server/db/open.ts';
import { users } from '#server/db/schema/accounts.ts';
import { leagueMembers, leaguePosts, leagues } from '#server/db/schema/leagues.ts';
import { shows } from '#server/db/schema/shows.ts';

/** Members are sorted by games. The demo's fan, who has the most, can join the listed league. */
const DEMO_LEAGUES: readonly DemoLeague[] = [
  {
    ...{ name: 'The Lot Before Doors', color: 'plum', isListed: false, members: [0, 9] },
    invitation: 'the-lot-before-doors-0',
    talk: [
      [3, 70, 'Season standings are up. Please ignore the bottom row, it is mine.'],
      [1, 69, 'You picked the same closer nine nights running.'],
      [3, 68.5, 'And on the tenth it will close.'],
      [6, 26, 'Who is at the rail tomorrow? I have a spare poncho.'],
      [2, 25, 'Me. Bring the poncho.'],
      [5, 3, 'Sheet is in. Opener is a feeling, not a calculation.'],
    ],
  },
  {
    ...{ name: 'Rail Riders', color: 'teal', isListed: true, members: [1, 25] },
    invitation: 'rail-riders-everyone-0',
    talk: [
      [
        0,
        120,
        'Welcome to everyone who joined from the forums. House rule: no groaning at bustouts.',
      ],
      [11, 96, 'Define bustout.'],
      [0, 95, 'Anything you did not pick.'],
      [17, 30, 'Two nights won by half a sheet of guesses. I am never studying setlists again.'],
      [4, 5, 'Good luck tonight, all. See you on the board.'],
    ],
  },
  {
    ...{ name: 'Encore or Bust', color: 'rust', isListed: false, members: [0, 40] },
    invitation: 'encore-or-bust-all-0-0',
    talk: [
      [8, 200, 'Forty of us and one crown. This will end well.'],
      [21, 198, 'It already has not.'],
      [30, 44, 'If the last encore is short again I want my 41 points in writing.'],
      [12, 43, 'They are in writing. They are on the receipt. They are zero.'],
      [25, 6, 'Whoever is first after set one buys nothing and gloats politely.'],
      [8, 4, 'Politely?'],
    ],
  },
];

type DemoLeague = Pick<LeagueItem, 'name' | 'color' | 'isListed'> & {
  members: [start: number, end: number];
  invitation: string;
  /** `member` counts from the best. Oldest post first. */
  talk: readonly [member: number, hoursAgo: number, content: string][];
};

export async function createLeagues(db: Db, now: number): Promise<void> {
  const [start] = await db
    .select()
    .from(shows)
    .where(isNotNull(shows.scoredAt))
    .orderBy(asc(shows.date))
    .limit(1);
  const fans = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.isAdmin, false))
    .orderBy(desc(users.gamesPlayed), users.usernameKey);
  for (const { members, talk, ...fields } of DEMO_LEAGUES) {
    // Reversed, so that the demo's fan is not the owner.
    const memberIds = fans
      .slice(...members)
      .map(({ id }) => id)
      .reverse();
    const [ownerId] = memberIds;
    if (!start || !ownerId) return;
    const [league] = await db
      .insert(leagues)
      .values({ ...fields, ownerId, startShowId: start.id, startsAt: start.date })
      .returning();
    if (!league) throw new Error('The league insert returned no row.');
    const rows = memberIds.map((userId, index) => ({
      ...{ leagueId: league.id, userId, joinedAt: new Date(start.date.getTime() + index) },
    }));
    await db.insert(leagueMembers).values(rows);
    const posts = talk.flatMap(([member, hoursAgo, content]) => {
      const authorId = memberIds.at(-1 - member);
      const createdAt = new Date(now - hoursAgo * HOUR);
      return authorId
        ? [{ leagueId: league.id, authorId, content, createdAt, updatedAt: createdAt }]
        : [];
    });
    await db.insert(leaguePosts).values(posts);
  }
}
