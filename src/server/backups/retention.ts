import type { BackupReason } from '#contract/backups.ts';
import type { BackupFile } from './backup-file.ts';

export const RETENTION = 7;

/** Groups are counted separately, so that many of one do not replace those of another. */
const KINDS: Record<BackupReason, string> = {
  nightly: 'automatic',
  'before-update': 'automatic',
  'by-hand': 'by-hand',
  'before-restore': 'before-loss',
  'before-emptying': 'before-loss',
};

/**
 * Returns the files that newer ones replace; `files` is newest first. Never includes a file with an unreadable head: a
 * newer version may have made it, and a person has to decide.
 */
export function findExpired(files: readonly BackupFile[]): BackupFile[] {
  const counts = new Map<string, number>();
  return files.filter(({ reason, isReadable, brokenInvariants }) => {
    if (!isReadable) return false;
    const kind = brokenInvariants.length > 0 ? 'inconsistent' : KINDS[reason];
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return count > RETENTION;
  });
}

/** Sorts newest first. A time in the future is a clock error, so those files come last. */
export function newestFirst(files: readonly BackupFile[], now: number): BackupFile[] {
  const rank = ({ madeAt }: BackupFile) => {
    const time = madeAt.getTime();
    return time > now + CLOCK_SLACK_MS ? time - ERA_MS : time;
  };
  return files.toSorted((a, b) => rank(b) - rank(a) || (a.name < b.name ? 1 : -1));
}

/** Clocks of the database and the servers differ slightly. */
const CLOCK_SLACK_MS = 5 * 60 * 1000;
/** Longer than the distance of any date. */
const ERA_MS = 10_000 * 365 * 24 * 60 * 60 * 1000;
