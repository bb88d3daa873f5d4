import { createHash } from 'node:crypto';
import { DAY, type Tour } from '../tour.ts';

/** The reports of a league's name and what was decided about them. */
export interface Case {
  /** Undefined until an administrator has read the reports: only the server assigns it. */
  id: string | undefined;
  visibility: 'visible' | 'awaiting' | 'removed';
  decisions: number;
  /** The name when the first open report was made. */
  reportedText: string;
  /** When that was; null without an open report. */
  openSince: number | null;
  createdAt: number;
  reports: Report[];
}

/** A fan's last report of a case. */
interface Report {
  reporter: number;
  outcome: 'upheld' | 'dismissed' | 'abuse' | null;
  decidedAt: number;
  /** What the decision was about; null before it. */
  decidedFingerprint: string | null;
}

/** Tells the owner about a decision. */
export interface Notice {
  kind: 'hide' | 'warn' | 'mute';
  excerpt: string;
  isHidden: boolean;
  mutedUntil: number | null;
}

/** Identifies a league's name together with its owner. */
export function fingerprintOf({ people }: Tour, league: { owner: number; name: string }): string {
  const text = `${people[league.owner]?.userId}\n${league.name}`;
  return createHash('sha256').update(text).digest('hex');
}

/** A muted fan neither posts nor reports, and names no league. */
export function isMuted({ people, now }: Tour, person: number): boolean {
  return (people[person]?.mutedUntil ?? 0) > now;
}

/** An account of a day or more, not muted, without abuse of reports in ninety days. */
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
