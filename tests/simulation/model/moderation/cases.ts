import { createHash } from 'node:crypto';
import { DAY, type Tour } from '../tour.ts';

export interface Case {
  /** Assigned by the server. Undefined until an administrator has read the reports. */
  id: string | undefined;
  visibility: 'visible' | 'awaiting' | 'removed';
  decisions: number;
  reportedText: string;
  openSince: number | null;
  createdAt: number;
  reports: Report[];
}

interface Report {
  reporter: number;
  outcome: 'upheld' | 'dismissed' | 'abuse' | null;
  decidedAt: number;
  decidedFingerprint: string | null;
}

export interface Notice {
  kind: 'hide' | 'warn' | 'mute';
  excerpt: string;
  isHidden: boolean;
  mutedUntil: number | null;
}

/** Identifies a league's name together with its owner. */
export function computeFingerprint(
  { people }: Tour,
  league: { owner: number; name: string },
): string {
  const text = `${people[league.owner]?.userId}\n${league.name}`;
  return createHash('sha256').update(text).digest('hex');
}

export function isMuted({ people, now }: Tour, person: number): boolean {
  return (people[person]?.mutedUntil ?? 0) > now;
}

/** Requires an account of at least a day, no mute, and no abuse of reports in ninety days. */
export function isInGoodStanding(tour: Tour, person: number): boolean {
  const { leagues, now } = tour;
  const hasAbused = leagues.some((league) =>
    league.case?.reports.some(
      ({ reporter, outcome, decidedAt }) =>
        reporter === person && outcome === 'abuse' && decidedAt > now - 90 * DAY,
    ),
  );
  const createdAt = tour.people[person]?.createdAt ?? now;
  return createdAt <= now - DAY && !isMuted(tour, person) && !hasAbused;
}
