import type { BackupReason } from '#contract/backups.ts';
import type { BackupFile } from './backup-file.ts';

/** How many backups each kind keeps: the newest ones. */
export const RETENTION = 7;

/** Kinds have places of their own, so that many of one kind displace none of another. */
const KINDS: Record<BackupReason, string> = {
  nightly: 'automatic',
  'before-update': 'automatic',
  'by-hand': 'by-hand',
  'before-restore': 'before-loss',
  'before-emptying': 'before-loss',
};

/**
 * The files whose place a newer one has taken, `files` being newest first. A file whose head can't be
 * read is never among them: it may be a newer version's, and a person has to look at it.
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

/**
 * The order in which they were made, newest first. A time that is still to come is a clock's mistake: such
 * files rank behind all others.
 */
export function newestFirst(files: readonly BackupFile[], now: number): BackupFile[] {
  const rank = ({ madeAt }: BackupFile) => {
    const time = madeAt.getTime();
    return time > now + CLOCK_SLACK_MS ? time - ERA_MS : time;
  };
  return files.toSorted((a, b) => rank(b) - rank(a) || (a.name < b.name ? 1 : -1));
}

/** The clocks of a database and of several servers differ a little. */
const CLOCK_SLACK_MS = 5 * 60 * 1000;
/** Longer than any date is away from today. */
const ERA_MS = 10_000 * 365 * 24 * 60 * 60 * 1000;
