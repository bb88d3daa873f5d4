import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type BackupDescription, sendBackupPart } from '#contract/backup-uploads.ts';
import {
  beginFirstUpload,
  describeFirstBackup,
  type FirstAdministratorLink,
  type FirstRestore,
  finishFirstUpload,
  openFirstAdministratorLink,
  startFirstRestore,
} from '#contract/first-administrator.ts';
import { BAND } from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';

const TOKEN = 'x'.repeat(43);
const LINK = `/first-administrator#${TOKEN}`;
const RESTORE = `/first-administrator?step=restore#${TOKEN}`;
const FRESH: FirstAdministratorLink = {
  expiresAt: '2026-12-05T12:00:00Z',
  hasShows: true,
  backups: [],
  restore: null,
};
const BACKUP: BackupDescription = {
  name: '2026-11-23-040000-nightly',
  reason: 'nightly',
  madeAt: '2026-11-23T04:00:00Z',
  bytes: 3_000_000,
  version: '0.1.0',
  problem: null,
  siteName: 'Moon Calls',
  bandName: null,
  accounts: 1234,
  shows: 56,
  predictions: 7890,
};
const RUNNING: FirstRestore = {
  state: 'running',
  stage: 'loading',
  percent: 42,
  error: null,
  takenAt: null,
  hasAdministrator: false,
};

function openSite(link: Partial<FirstAdministratorLink> = {}) {
  const site = createTestSite();
  site.respond(openFirstAdministratorLink, { ...FRESH, ...link });
  return site;
}
const findButton = (name: string | RegExp) => screen.findByRole('button', { name });

test('explains where the link is printed if the token is missing, and sends no request', async () => {
  const site = createTestSite();
  await site.open('/first-administrator');
  screen.getByText(/first-administrator\.txt in its data folder/);
  expect(site.listCalls(openFirstAdministratorLink)).toEqual([]);
  expect(screen.queryByRole('button', { name: 'Set up my band' })).toBeNull();
});

test('offers three ways to start, and shows when the link expires', async () => {
  const site = openSite();
  await site.open(LINK);
  screen.getByText(new RegExp(`^${BAND.productName} has no administrator yet.*December 5`));
  expect(screen.getByRole('link', { name: 'Look around' })).toHaveProperty('pathname', '/');
  await site.user.click(await findButton('Set up my band'));
  screen.getByRole('heading', { name: 'Create your account' });
  screen.getByLabelText('Username');
  expect(location.hash).toBe(`#${TOKEN}`);
  await site.user.click(await findButton(/All choices/));
  await findButton('Restore a backup');
});

test('asks for an account first if there is no demo to look at', async () => {
  const site = openSite({ hasShows: false });
  await site.open(LINK);
  await site.user.click(await findButton('Look around'));
  screen.getByRole('heading', { name: 'Create your account' });
});

test("shows the server's message for an expired link", async () => {
  const site = createTestSite();
  site.reject(openFirstAdministratorLink, 'This link has expired.', 404);
  await site.open(LINK);
  await screen.findByText('This link has expired.');
});

test('uploads a backup in parts, describes it, asks once and restores it', async () => {
  const site = openSite();
  site.respond(beginFirstUpload, { id: 'upload-1' });
  site.respond(sendBackupPart, undefined);
  site.respond(finishFirstUpload, BACKUP);
  site.respond(startFirstRestore, RUNNING);
  await site.open(RESTORE);
  const file = new File([new Uint8Array(1_200_000)], 'tour.backup');
  await site.user.upload(screen.getByLabelText('Backup file'), file);
  await screen.findByText('Moon Calls');
  screen.getByText('Not named in the backup');
  screen.getByText('1,234');
  expect(site.listCalls(beginFirstUpload)[0]?.body).toEqual({
    token: TOKEN,
    fileName: 'tour.backup',
    bytes: 1_200_000,
  });
  expect(site.listCalls(sendBackupPart).map(({ query }) => query)).toEqual([
    '?offset=0',
    '?offset=524288',
    '?offset=1048576',
  ]);
  expect(site.listCalls(startFirstRestore)).toEqual([]);
  await site.user.click(await findButton('Restore this backup'));
  site.respond(openFirstAdministratorLink, { ...FRESH, restore: RUNNING });
  await site.user.click(await findButton('Restore the backup'));
  await screen.findByText('Restoring the data: 42%');
  expect(site.listCalls(startFirstRestore)[0]?.body).toEqual({ token: TOKEN, name: BACKUP.name });
  site.respond(openFirstAdministratorLink, {
    ...FRESH,
    restore: { ...RUNNING, state: 'done', takenAt: BACKUP.madeAt, hasAdministrator: true },
  });
  expect(await screen.findByRole('link', { name: 'Sign in' })).toHaveProperty('pathname', '/login');
});

test('lists an uploaded backup without a page reload', async () => {
  const site = openSite();
  site.respond(beginFirstUpload, { id: 'upload-1' });
  site.respond(sendBackupPart, undefined);
  site.respond(finishFirstUpload, BACKUP);
  await site.open(RESTORE);
  site.respond(openFirstAdministratorLink, { ...FRESH, backups: [BACKUP] });
  await site.user.upload(screen.getByLabelText('Backup file'), new File(['rows'], 'tour.backup'));
  await site.user.click(await findButton('Choose another'));
  await findButton(/^Choose the backup of Nov 2/);
});

test('stops an upload when the user leaves the page', async () => {
  const site = openSite();
  site.respond(beginFirstUpload, { id: 'upload-1' });
  site.respond(finishFirstUpload, BACKUP);
  site.respond(sendBackupPart, undefined);
  const release = site.holdResponse(sendBackupPart);
  await site.open(RESTORE);
  const file = new File([new Uint8Array(1_200_000)], 'tour.backup');
  await site.user.upload(screen.getByLabelText('Backup file'), file);
  await expect.poll(() => site.listCalls(sendBackupPart)).toHaveLength(1);
  await site.user.click(await findButton(/All choices/));
  await release();
  await findButton('Set up my band');
  expect(site.listCalls(sendBackupPart)).toHaveLength(1);
  expect(site.listCalls(finishFirstUpload)).toEqual([]);
});

test('shows why an upload was rejected, and accepts another file', async () => {
  const site = openSite();
  site.respond(beginFirstUpload, { id: 'upload-1' });
  site.respond(sendBackupPart, undefined);
  site.reject(finishFirstUpload, 'The file cat.jpg is not a Called It backup.');
  await site.open(RESTORE);
  await site.user.upload(screen.getByLabelText('Backup file'), new File(['meow'], 'cat.jpg'));
  await screen.findByText('The file cat.jpg is not a Called It backup.');
  expect(screen.getByLabelText('Backup file').getAttribute('aria-invalid')).toBe('true');
  await site.user.upload(screen.getByLabelText('Backup file'), new File([], 'empty'));
  await screen.findByText('This file is empty. Choose a backup.');
  expect(site.listCalls(beginFirstUpload)).toHaveLength(1);
});

test('lists the backups on the server, and checks the chosen one', async () => {
  const site = openSite({ backups: [BACKUP] });
  site.respond(describeFirstBackup, BACKUP);
  await site.open(RESTORE);
  screen.getByText(/2\.9 MB · version 0\.1\.0/);
  await site.user.click(await findButton(/^Choose the backup of Nov 2/));
  await findButton('Restore this backup');
  expect(site.listCalls(describeFirstBackup)[0]?.body).toEqual({ token: TOKEN });
});

test('shows why a restore failed, and offers to try again', async () => {
  const error = 'The restore failed, and nothing was changed.';
  const site = openSite({ restore: { ...RUNNING, state: 'failed', error } });
  await site.open(LINK);
  await screen.findByText(error);
  screen.getByLabelText('Backup file');
  await site.user.click(await findButton(/All choices/));
  await findButton('Set up my band');
});

test('offers to create an administrator if the restored site has none', async () => {
  const site = openSite({ restore: { ...RUNNING, state: 'done', takenAt: BACKUP.madeAt } });
  await site.open(LINK);
  await screen.findByText(/None of its accounts is an administrator/);
  await site.user.click(await findButton('Create an administrator'));
  screen.getByRole('heading', { name: 'Create your account' });
  screen.getByLabelText('Username');
});
