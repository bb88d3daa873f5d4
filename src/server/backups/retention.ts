import type { BackupReason } from '#contract/backups.ts';
import { DAY, MINUTE } from '#contract/durations.ts';
import type { BackupFile } from './backup-file.ts';

export const BACKUPS_KEPT_PER_KIND = 7;
export const UPLOADS_KEPT = 3;

/** Retention is per kind, so frequent backups of one kind don't push out another kind's. */
const KINDS: Record<Exclude<BackupReason, 'uploaded'>, string> = {
  nightly: 'automatic',
  'before-update': 'automatic',
  'by-hand': 'by-hand',
  'before-restore': 'before-destructive-action',
  'before-emptying': 'before-destructive-action',
};

/** Expects newest first. Keeps unreadable files: a newer version may have made them. */
export function findExpired(files: readonly BackupFile[]): BackupFile[] {
  const counts = new Map<string, number>();
  const ownFiles = files.filter(({ reason, isReadable, brokenInvariants }) => {
    if (!isReadable || reason === 'uploaded') return false;
    const kind = brokenInvariants.length > 0 ? 'inconsistent' : KINDS[reason];
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return count > BACKUPS_KEPT_PER_KIND;
  });
  return [...ownFiles, ...findExpiredUploads(files)];
}

/** Sorts by name, which has the time of the upload. The backup itself may be older. */
function findExpiredUploads(files: readonly BackupFile[]): BackupFile[] {
  return files
    .filter(({ reason, isReadable }) => isReadable && reason === 'uploaded')
    .toSorted((a, b) => (a.name < b.name ? 1 : -1))
    .slice(UPLOADS_KEPT);
}

/** Puts files dated in the future last, because the clock was wrong when they were made. */
export function sortNewestFirst(files: readonly BackupFile[], now: number): BackupFile[] {
  const sortKey = ({ madeAt }: BackupFile) => {
    const time = madeAt.getTime();
    return time > now + MAX_CLOCK_SKEW_MS ? time - FUTURE_PENALTY_MS : time;
  };
  return files.toSorted((a, b) => sortKey(b) - sortKey(a) || (a.name < b.name ? 1 : -1));
}

const MAX_CLOCK_SKEW_MS = 5 * MINUTE;
const FUTURE_PENALTY_MS = 10_000 * 365 * DAY;
