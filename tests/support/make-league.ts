import type { League } from '#contract/leagues.ts';
import type { Caller } from './test-app.ts';

export const LEAGUE_FIELDS = { name: 'Rail riders', color: 'teal', isListed: false };

export async function makeLeague(
  caller: Caller,
  startShowId: string,
  changes: object = {},
  members: readonly Caller[] = [],
): Promise<League> {
  const body = { ...LEAGUE_FIELDS, startShowId, ...changes };
  const response = await caller.post('/api/leagues', body);
  if (response.statusCode !== 201) throw new Error(`No league: ${response.body}`);
  const league: League = response.json();
  for (const member of members) await joinLeague(member, league);
  return league;
}

async function joinLeague(caller: Caller, { invitation }: League): Promise<void> {
  const response = await caller.post(`/api/invitations/${invitation}`);
  if (response.statusCode !== 200) throw new Error(`Not joined: ${response.body}`);
}
