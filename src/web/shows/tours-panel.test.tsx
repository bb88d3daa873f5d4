import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listProposedChanges } from '#contract/imports.ts';
import { listShows } from '#contract/shows.ts';
import { renameTour } from '#contract/tours.ts';
import { ADMIN, sampleShow } from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';

const createShow = (number: number, tourName: string) =>
  sampleShow(-number, { id: `5a1c3d1e-0000-4000-8000-00000000000${number}`, tourName });

async function openTours() {
  const site = createTestSite();
  let shows = [createShow(1, 'Spring'), createShow(2, 'Fall')];
  site.respond(listProposedChanges, []);
  site.respond(listShows, () => shows);
  await site.open('/admin?tab=shows', ADMIN);
  const panel = within(screen.getByRole('region', { name: 'Tours' }));
  const opener = panel.getByRole('button', { name: 'Rename or merge Fall' });
  await site.user.click(opener);
  const setName = (name: string) => {
    shows = [createShow(1, 'Spring'), createShow(2, name)];
    site.respond(renameTour, { name, showCount: 1 }, 'show');
  };
  return { ...site, setName, panel, opener, dialog: within(await screen.findByRole('dialog')) };
}

const isDialogOpen = () => screen.queryByRole('dialog') !== null;

test('focuses the list after two tours are merged', async () => {
  const { user, setName, panel, opener, dialog } = await openTours();
  await user.selectOptions(dialog.getByLabelText('Change to'), 'Spring · 1 show');
  setName('Spring');
  await user.click(dialog.getByRole('button', { name: 'Merge tours' }));
  await expect.poll(isDialogOpen).toBe(false);
  await expect.poll(() => opener.isConnected).toBe(false);
  expect(document.activeElement).toBe(panel.getByRole('list'));
});

test('focuses the list when the new name loads after the dialog has closed', async () => {
  const { user, fill, holdResponse, setName, panel, opener, dialog } = await openTours();
  fill(dialog.getByLabelText('New name'), 'Fall 2030');
  setName('Fall 2030');
  const release = holdResponse(listShows);
  await user.click(dialog.getByRole('button', { name: 'Rename tour' }));
  await expect.poll(isDialogOpen).toBe(false);
  await expect.poll(() => document.activeElement).toBe(opener);
  await release();
  await panel.findByText('Fall 2030');
  expect(document.activeElement).toBe(panel.getByRole('list'));
});
