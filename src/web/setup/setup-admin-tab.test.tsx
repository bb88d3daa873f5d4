import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { updateBand } from '#contract/band-settings.ts';
import { getNotificationSettings } from '#contract/notifications.ts';
import { getSetupFacts, importUsers, initializeDatabase } from '#contract/setup.ts';
import { listShows } from '#contract/shows.ts';
import { listSongs } from '#contract/songs.ts';
import {
  ADMIN,
  BAND,
  EVERY_NOTIFICATION,
  sampleSong,
} from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';
import { BandForm } from './band-form.tsx';
import { SetupAdminTab } from './setup-admin-tab.tsx';

async function openSetup() {
  const site = createTestSite();
  site.respond(getNotificationSettings, EVERY_NOTIFICATION);
  site.respond(listSongs, [sampleSong(1)]);
  site.respond(listShows, []);
  site.respond(getSetupFacts, {
    packBand: BAND.bandName,
    ...{ songs: 207, shows: 116, users: 58 },
    ...{ temporaryPassword: 'LightTheLanterns', sendsMail: false },
  });
  await site.renderPart(<SetupAdminTab />, ADMIN);
  return site;
}

test('explains what the setup imports, and that it is safe to run again', async () => {
  await openSetup();
  await screen.findByText('Loaded: 1 song, 0 shows');
  screen.getByText(/207 songs/);
  screen.getByText(/58 users from the old site/);
  expect(screen.getAllByText(/It is safe to run again/)).toHaveLength(2);
});

test('shows what Initialize Database imported', async () => {
  const site = await openSetup();
  const press = () => site.user.click(screen.getByRole('button', { name: 'Initialize Database' }));
  await site.expectFallback(initializeDatabase, press, 'Failed to initialize database');
  const counts = { songs: { imported: 1, skipped: 206 }, shows: { imported: 2, skipped: 114 } };
  site.respond(initializeDatabase, { results: { ...counts, setlists: 0, errors: [] } });
  await press();
  await site.expectToast('Success', 'Imported 1 songs and 2 shows');
  screen.getByText('1 imported, 206 skipped');
});

test('requires a temporary password of 8 characters for Import Users', async () => {
  const site = await openSetup();
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Import Users' });
  const password = screen.getByLabelText('Temporary password', { selector: 'input' });
  expect(password).toHaveProperty('value', 'LightTheLanterns');
  expect(button.disabled).toBe(false);
  site.fill(password, 'seven77');
  expect(button.disabled).toBe(true);
  site.fill(password, 'eight888');
  expect(button.disabled).toBe(false);
  const press = () => site.user.click(button);
  await site.expectFallback(importUsers, press, 'Failed to import users');
  site.respond(importUsers, { results: { imported: 56, skipped: 2, errors: [] } });
  await press();
  await site.expectToast('Success', 'Imported 56 users (2 skipped)');
  expect(site.listCalls(importUsers).at(-1)?.body).toEqual({ temporaryPassword: 'eight888' });
});

test('saves a typed time zone after the field loses the focus', async () => {
  const site = createTestSite();
  site.respond(updateBand, { ...BAND, timeZone: 'Europe/Berlin' });
  await site.renderPart(<BandForm band={BAND} submitLabel="Save" />, ADMIN);
  const zone = screen.getByRole<HTMLInputElement>('combobox', { name: 'Time zone' });
  await site.user.clear(zone);
  await site.user.type(zone, 'Europe/Berlin');
  await site.user.tab();
  expect(zone.value).toBe('Europe/Berlin');
  await site.user.click(screen.getByRole('button', { name: 'Save' }));
  await site.expectToast('Success', 'Band updated successfully');
  expect(site.listCalls(updateBand).at(-1)?.body).toMatchObject({ timeZone: 'Europe/Berlin' });
});
