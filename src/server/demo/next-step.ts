import { HOUR, MINUTE } from '#contract/durations.ts';
import type { Break } from '#contract/setlists.ts';
import type { ShowStatus } from '#contract/shows.ts';
import type { PlannedShow } from './residency.ts';
import type { TimelineStep } from './show-timeline.ts';

/** A live show that a person changed is closed after this time without another change. */
export const ABANDONED_MS = 30 * MINUTE;
export const KEPT_SHOWS = 7 * 24;

export interface DemoShow {
  id: string;
  date: Date;
  status: ShowStatus;
  /** When a person last changed its status, setlist or scores. The player then leaves it alone. */
  takenOverAt: Date | null;
}

interface SetlistRow {
  song: string;
  breakAfter: Break | null;
}

export type ScheduleStep =
  | { kind: 'schedule'; show: PlannedShow }
  | { kind: 'remove'; showId: string };

export type PlayStep =
  | { kind: 'go-live'; show: DemoShow }
  | { kind: 'close'; show: DemoShow }
  | { kind: 'play'; show: DemoShow; step: Exclude<TimelineStep, { kind: 'end' }> };

/** `finished` has the IDs of the residency's past shows, oldest first. */
export function decideSchedule(state: {
  planned: readonly PlannedShow[];
  shows: readonly DemoShow[];
  deletedIds: ReadonlySet<string>;
  finished: readonly string[];
}): ScheduleStep | undefined {
  const { planned, shows, deletedIds, finished } = state;
  const show = planned.find(({ id, date }) => {
    const isTaken = shows.some(
      (other) => other.id === id || Math.abs(other.date.getTime() - date.getTime()) < HOUR,
    );
    return !isTaken && !deletedIds.has(id);
  });
  if (show) return { kind: 'schedule', show };
  const [showId] = finished;
  return showId && finished.length > KEPT_SHOWS ? { kind: 'remove', showId } : undefined;
}

/** Returns one step at a time, so that steps missed during downtime run one after the other. */
export function decidePlay(
  state: {
    /** By date. */
    shows: readonly DemoShow[];
    setlist: readonly SetlistRow[];
    songs: ReadonlySet<string>;
    planShowTimeline: (show: DemoShow) => TimelineStep[];
  },
  now: number,
): PlayStep | undefined {
  const { shows, setlist, songs, planShowTimeline } = state;
  const show = findLiveShow(shows);
  if (!show) {
    const nextShow = shows.find(
      ({ status, takenOverAt, date }) => status === 'open' && !takenOverAt && date.getTime() <= now,
    );
    return nextShow && { kind: 'go-live', show: nextShow };
  }
  if (show.takenOverAt)
    return now - show.takenOverAt.getTime() < ABANDONED_MS ? undefined : { kind: 'close', show };
  const step = planShowTimeline(show).find((candidate) => !isDone(candidate, setlist, songs));
  if (!step || step.time > now) return undefined;
  return step.kind === 'end' ? { kind: 'close', show } : { kind: 'play', show, step };
}

/** Prefers a person's live show, so that the player doesn't start another one. */
export function findLiveShow(shows: readonly DemoShow[]): DemoShow | undefined {
  const liveShows = shows.filter(({ status }) => status === 'live');
  return liveShows.find(({ takenOverAt }) => takenOverAt) ?? liveShows[0];
}

function isDone(
  step: TimelineStep,
  setlist: readonly SetlistRow[],
  songs: ReadonlySet<string>,
): boolean {
  if (step.kind === 'end') return false;
  if (step.kind === 'song')
    return !songs.has(step.song) || setlist.some(({ song }) => song === step.song);
  const lastRow = setlist.at(-1);
  return lastRow?.song !== step.after || lastRow.breakAfter !== null;
}
