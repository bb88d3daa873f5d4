import type { Expected } from '../apply.ts';
import { isVisible, type League } from '../leagues/league.ts';
import { DAY, type Tour } from '../tour.ts';
import { type Case, computeFingerprint, isInGoodStanding, isMuted } from './cases.ts';
import type { ModerationRequest } from './requests.ts';

export function applyToCase(tour: Tour, request: ModerationRequest & { actor: number }): Expected {
  const league = tour.leagues.find(({ id }) => id === request.leagueId);
  return request.kind === 'report'
    ? report(tour, league, request.actor)
    : decide(tour, league, request);
}

function report(tour: Tour, league: League | undefined, reporter: number): Expected {
  if (!league || !isVisible(league, reporter)) return { status: 404 };
  if (isMuted(tour, reporter)) return { status: 403 };
  if (league.owner === reporter) return { status: 409 };
  if (league.case?.visibility === 'removed') return { status: 409 };
  league.case ??= createCase(league, tour.now);
  const found = league.case;
  const earlier = found.reports.find((other) => other.reporter === reporter);
  const isDecided = earlier && earlier.outcome !== null && earlier.outcome !== 'abuse';
  // A fan can report the same name of the same owner only once.
  if (earlier && !(isDecided && earlier.decidedFingerprint !== computeFingerprint(tour, league)))
    return { status: 200 };
  found.reports = found.reports.filter((other) => other !== earlier);
  found.reports.push({ reporter, outcome: null, decidedAt: 0, decidedFingerprint: null });
  if (found.openSince === null)
    Object.assign(found, { openSince: tour.now, reportedText: league.name });
  const goodReports = found.reports.filter(
    (other) => other.outcome === null && isInGoodStanding(tour, other.reporter),
  );
  if (goodReports.length >= 3 && found.visibility === 'visible') found.visibility = 'awaiting';
  return { status: 201 };
}

function createCase({ name }: League, now: number): Case {
  const fields = { openSince: null, reportedText: name, createdAt: now, reports: [] };
  return { id: undefined, visibility: 'visible', decisions: 0, ...fields };
}

function decide(
  tour: Tour,
  league: League | undefined,
  {
    version,
    fingerprint,
    content,
    author,
    isAbuse,
  }: Extract<ModerationRequest, { kind: 'decide' }>,
): Expected {
  const found = league?.case;
  if (!league || !found) return { status: 404 };
  const isUndecided = found.openSince !== null || found.visibility === 'removed';
  if (version !== found.decisions || !isUndecided) return { status: 409 };
  const decidedFingerprint = computeFingerprint(tour, league);
  if (fingerprint !== decidedFingerprint) return { status: 409 };
  const owner = tour.people[league.owner];
  if (author === 'mute' && owner) owner.mutedUntil = Math.max(owner.mutedUntil, tour.now + 7 * DAY);
  const isDismissed = content === 'show' && author === 'none';
  const outcome = isAbuse ? 'abuse' : isDismissed ? 'dismissed' : 'upheld';
  for (const other of found.reports)
    if (other.outcome === null)
      Object.assign(other, { outcome, decidedAt: tour.now, decidedFingerprint });
  const isHidden = content === 'hide';
  if (author !== 'none' || (isHidden && found.visibility !== 'removed'))
    owner?.notices.unshift({
      kind: author === 'none' ? 'hide' : author,
      excerpt: league.name,
      isHidden,
      mutedUntil: author === 'mute' ? owner.mutedUntil : null,
    });
  Object.assign(found, {
    visibility: isHidden ? 'removed' : 'visible',
    decisions: found.decisions + 1,
    openSince: null,
    reportedText: league.name,
  });
  return { status: 204 };
}
