import { expect, test } from 'vitest';
import type { BackupReason } from '#contract/backups.ts';
import type { BackupFile } from './backup-file.ts';
import { BACKUPS_KEPT_PER_KIND, findExpired, UPLOADS_KEPT } from './retention.ts';

function describeBackups(reason: BackupReason, count: number, overrides = {}): BackupFile[] {
  return Array.from({ length: count }, (_, n) => ({
    name: `2026-11-${28 - n}-120000-${reason}`,
    path: '',
    reason,
    madeAt: new Date(Date.UTC(2026, 10, 28 - n, 12)),
    bytes: 1,
    brokenInvariants: [],
    isReadable: true,
    version: undefined,
    ...overrides,
  }));
}
const listNames = (files: readonly BackupFile[]) => files.map(({ name }) => name);

test('keeps the latest uploads, however old the uploaded backups are', () => {
  const uploads = describeBackups('uploaded', UPLOADS_KEPT + 1);
  const [latest] = uploads;
  if (latest) latest.madeAt = new Date(0);
  const newestFirst = [...uploads.slice(1), ...uploads.slice(0, 1)];
  expect(listNames(findExpired(newestFirst))).toEqual(['2026-11-25-120000-uploaded']);
});

test("inconsistent uploads don't push out the site's own inconsistent backups", () => {
  const brokenInvariants = ['a count'];
  const uploads = describeBackups('uploaded', UPLOADS_KEPT, { brokenInvariants });
  const ownFiles = describeBackups('nightly', BACKUPS_KEPT_PER_KIND + 1, { brokenInvariants });
  expect(listNames(findExpired([...uploads, ...ownFiles]))).toEqual(['2026-11-21-120000-nightly']);
});
