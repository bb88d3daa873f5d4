import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Backup, getBackupReport, listBackups } from '#contract/backups.ts';
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

test("shows the inconsistent backup, last night's problem and the failed copy", async () => {
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
