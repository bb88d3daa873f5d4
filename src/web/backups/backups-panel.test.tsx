import { act, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { beginBackupUpload, finishBackupUpload, sendBackupPart } from '#contract/backup-uploads.ts';
import {
  type Backup,
  getBackupReport,
  getRestoreLoss,
  getRestoreOutcome,
  listBackups,
  restoreBackup,
} from '#contract/backups.ts';
import { ADMIN } from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';
import { BackupsPanel } from './backups-panel.tsx';

const AT = '2026-11-24T04:00:00Z';
const GOOD: Backup = {
  name: '2026-11-23-040000-nightly',
  reason: 'nightly',
  madeAt: AT,
  bytes: 3_000_000,
  version: '0.1.0',
  problem: null,
};

test("shows an inconsistent backup, last night's problem and a failed copy", async () => {
  const site = createTestSite();
  const problem =
    'Its data is inconsistent. Violated invariants: no orphans. It does not replace a good backup.';
  site.respond(listBackups, [{ ...GOOD, name: '2026-11-24-040000-nightly', problem }, GOOD]);
  const outcome = { at: AT, isGood: false, file: null };
  site.respond(getBackupReport, {
    nightly: { ...outcome, says: problem },
    afterBackup: { ...outcome, says: 'It exited with 1. No route to host' },
  });
  await site.renderPart(<BackupsPanel />, ADMIN);
  expect(await screen.findAllByText(problem)).toHaveLength(1);
  screen.getByText(/^Last night, .*no orphans/);
  screen.getByText(/^Copying off this server failed on .*No route to host$/);
});

test('shows the last copy, and hides a successful nightly backup', async () => {
  const site = createTestSite();
  site.respond(listBackups, [GOOD]);
  const outcome = { at: AT, isGood: true, file: null, says: '' };
  site.respond(getBackupReport, { nightly: outcome, afterBackup: outcome });
  await site.renderPart(<BackupsPanel />, ADMIN);
  await screen.findByText(/^Last copied off this server on /);
  expect(screen.queryByText(/Last night/)).toBeNull();
});

test("adds a backup from another server to the list, or shows why it can't", async () => {
  const site = createTestSite();
  const outcome = { at: AT, isGood: true, file: null, says: '' };
  site.respond(listBackups, [GOOD]);
  site.respond(getBackupReport, { nightly: outcome, afterBackup: outcome });
  site.respond(beginBackupUpload, { id: 'upload-1' });
  site.respond(sendBackupPart, undefined);
  const message = 'This file is not a backup.';
  site.reject(finishBackupUpload, message);
  await site.renderPart(<BackupsPanel />, ADMIN);
  const choose = async () =>
    site.user.upload(await screen.findByLabelText('Backup file'), new File(['x'], 'tour.backup'));
  await choose();
  await screen.findByText(message);

  const uploaded: Backup = { ...GOOD, name: '2026-11-20-040000-uploaded', reason: 'uploaded' };
  const counts = { siteName: 'Moon Calls', bandName: null, accounts: 1, shows: 2, predictions: 3 };
  // Checking a large backup takes longer than one request.
  site.respond(finishBackupUpload, undefined);
  const release = site.holdResponse(finishBackupUpload);
  await choose();
  await waitFor(() => expect(site.listCalls(finishBackupUpload)).toHaveLength(2));
  site.respond(finishBackupUpload, { ...uploaded, ...counts });
  site.respond(listBackups, [uploaded, GOOD]);
  await release();
  await screen.findByText(/^Backup of Moon Calls from .* You can restore it below\.$/);
  await screen.findByText(/^Uploaded/);
});

test('waits for the outcome of a long restore, even while the server is busy', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const site = createTestSite();
  site.respond(listBackups, [GOOD]);
  site.respond(getBackupReport, { nightly: null, afterBackup: null });
  site.respond(getRestoreLoss, { accounts: 0, predictions: 0, threads: 0, replies: 0, changes: 0 });
  site.respond(restoreBackup, undefined);
  site.reject(getRestoreOutcome, 'The database is busy.', 503);
  await site.renderPart(<BackupsPanel />, ADMIN);
  (await screen.findByRole('button', { name: `Restore ${GOOD.name}` })).click();
  await site.user.type(await screen.findByRole('textbox'), GOOD.name);
  screen.getByRole('button', { name: 'Restore' }).click();
  await waitFor(() => expect(site.listCalls(getRestoreOutcome)).toHaveLength(1));
  site.respond(getRestoreOutcome, undefined);
  const release = site.holdResponse(getRestoreOutcome);
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  await waitFor(() => expect(site.listCalls(getRestoreOutcome)).toHaveLength(2));
  const restored = { rows: 1, takenAt: AT, brokenInvariants: [], hasAdministrator: true };
  site.respond(getRestoreOutcome, { ...restored, savedAs: '2026-11-24-050000-before-restore' });
  await release();
  await screen.findByText(/^Restored the backup from/);
  expect(site.listCalls(restoreBackup)).toHaveLength(1);
  expect(screen.queryByText('The backup could not be restored')).toBeNull();
});
