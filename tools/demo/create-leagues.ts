import { asc, desc, eq, isNotNull } from 'drizzle-orm';
import type { LeagueItem } from '#contract/leagues.ts';
import type { Db } from '#server/db/open.ts';
import { users } from '#server/db/schema/accounts.ts';
import { leagueMembers, leagues } from '#server/db/schema/leagues.ts';
import { shows } from '#server/db/schema/shows.ts';

/** Members are ranks by games. The demo's fan, who has the most, can still join the listed league. */
const DEMO_LEAGUES: readonly DemoLeague[] = [
  {
    ...{ name: 'The Lot Before Doors', color: 'plum', isListed: false, members: [0, 9] },
    invitation: 'the-lot-before-doors-0',
  },
  {
    ...{ name: 'Rail Riders', color: 'teal', isListed: true, members: [1, 25] },
    invitation: 'rail-riders-everyone-0',
  },
];

type DemoLeague = Pick<LeagueItem, 'name' | 'color' | 'isListed'> & {
  members: [start: number, end: number];
  invitation: string;
};

/** Creates two leagues that count from the first scored show. */
export async function createLeagues(db: Db): Promise<void> {
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
  for (const { members, ...fields } of DEMO_LEAGUES) {
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
  }
}
