import type { League } from '../leagues/league.ts';
import { listActors, type Tour } from '../tour.ts';
import { formatInstant, type View } from '../views.ts';
import { type Case, computeFingerprint } from './cases.ts';

/** Reports that await a decision, longest wait first, and removed names, latest first. */
export function listModerationViews(tour: Tour): View[] {
  const admins = listActors(tour, { isAdmin: true });
  const actor = admins[tour.editions % admins.length] ?? 0;
  const cases = tour.leagues.flatMap((league) =>
    league.case ? [{ league, found: league.case }] : [],
  );
  const open = cases.filter(({ found }) => found.openSince !== null);
  const removed = cases.filter(({ found }) => found.visibility === 'removed');
  const [fan = 0] = listActors(tour, { isAdmin: false });
  return [
    {
      ...{ actor, url: '/api/admin/reports', status: 200 },
      body: open
        .sort((a, b) => (a.found.openSince ?? 0) - (b.found.openSince ?? 0))
        .map(({ league, found }) => viewCase(tour, league, found)),
    },
    {
      ...{ actor, url: '/api/admin/reports?state=removed', status: 200 },
      body: removed
        .sort((a, b) => b.found.createdAt - a.found.createdAt)
        .map(({ league, found }) => viewCase(tour, league, found)),
    },
    { actor: fan, audience: 'fan', url: '/api/admin/reports', status: 403 },
  ];
}

function viewCase(tour: Tour, league: League, found: Case) {
  const { people } = tour;
  const { visibility, openSince, reportedText, createdAt, reports } = found;
  const owner = people[league.owner];
  const counted = openSince === null ? reports : reports.filter(({ outcome }) => outcome === null);
  return {
    ...{ version: found.decisions, kind: 'league', text: league.name },
    fingerprint: computeFingerprint(tour, league),
    hidden: visibility === 'visible' ? null : visibility,
    earlierText: reportedText === league.name ? null : reportedText,
    fan: { id: owner?.userId, username: owner?.username },
    league: { id: league.id, isListed: league.isListed },
    reportCount: counted.length,
    reportedAt: formatInstant(openSince ?? createdAt),
  };
}
