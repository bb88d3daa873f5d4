import { asc, isNotNull } from 'drizzle-orm';
import type { LeagueItem } from '#contract/leagues.ts';
import type { Db } from '#server/db/open.ts';
import { leagueMembers, leagues } from '#server/db/schema/leagues.ts';
import { shows } from '#server/db/schema/shows.ts';

/** The invitation of the league that isn't listed. Everyone in a demo may know it. */
export const DEMO_INVITATION = 'the-lot-before-doors-0';

const DEMO_LEAGUES: readonly DemoLeague[] = [
  {
    ...{ name: 'The Lot Before Doors', color: 'plum', isListed: false, memberCount: 9 },
    invitation: DEMO_INVITATION,
  },
  {
    ...{ name: 'Rail Riders', color: 'teal', isListed: true, memberCount: 24 },
    invitation: 'rail-riders-everyone-0',
  },
];

type DemoLeague = Omit<LeagueItem, 'id'> & { invitation: string };

/** Creates two leagues that count from the first scored show. */
export async function createLeagues(db: Db, fanIds: readonly string[]): Promise<void> {
  const [start] = await db
    .select()
    .from(shows)
    .where(isNotNull(shows.scoredAt))
    .orderBy(asc(shows.date))
    .limit(1);
  for (const { memberCount, ...fields } of DEMO_LEAGUES) {
    const members = fanIds.slice(0, memberCount);
    const [ownerId] = members;
    if (!start || !ownerId) return;
    const [league] = await db
      .insert(leagues)
      .values({ ...fields, ownerId, startShowId: start.id, startsAt: start.date })
      .returning();
    if (!league) throw new Error('The league insert returned no row.');
    const rows = members.map((userId, index) => ({
      ...{ leagueId: league.id, userId, joinedAt: new Date(start.date.getTime() + index) },
    }));
    await db.insert(leagueMembers).values(rows);
  }
}
