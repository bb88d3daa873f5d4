import { expect } from '@playwright/test';
import { CHANGES_HEADER } from '#contract/freshness.ts';
import { getLatestImport, type ImportJob, stopImport } from '#contract/imports.ts';
import { listShows } from '#contract/shows.ts';
import { showLine } from '../support/archives.ts';
import { test } from './support/journey.ts';

test('an administrator imports a file, sees what came of it, and decides on what was corrected since', async ({
  stage,
  admin,
}) => {
  const { page } = await stage.visit({ as: admin });
  await page.goto('/admin?tab=setup');
  const panel = page.getByRole('region', { name: 'Import a history' });
  const load = async (...songs: string[]) => {
    const text = showLine({ venue: 'Glass Mill' }, ...songs);
    await panel.getByLabel('Archive').selectOption({ label: 'Files of shows, one JSON a line' });
    await panel
      .getByLabel('Files')
      .setInputFiles({ name: 'shows.jsonl', mimeType: 'text/plain', buffer: Buffer.from(text) });
    await panel.getByRole('button', { name: 'Import' }).click();
  };
  await load('Ember to Ash', 'Fathom by Night');
  const status = panel.getByRole('status');
  await expect(status).toContainText('Shows: 1 new, 0 unchanged');
  await load('Ember to Ash', 'Gale by Day');
  await expect(status).toContainText('to be accepted or dismissed on the Shows tab: 1');

  await page.getByRole('tab', { name: 'Shows' }).click();
  const proposals = page.getByRole('region', { name: 'Proposed changes' });
  await expect(proposals).toContainText('Adds “Gale by Day” at 2');
  await proposals.getByRole('button', { name: 'Accept the change of Glass Mill' }).click();
  await expect(proposals).toBeHidden();

  const show = (await admin.call(listShows)).find(({ name }) => name === 'Glass Mill');
  await page.goto(`/live-setlist?show=${show?.id}`);
  await expect(page.getByText('Gale by Day')).toBeVisible();
  await expect(page.getByText('Fathom by Night')).toBeHidden();
});

test('an import that runs says how far it is, and can be stopped', async ({ stage, admin }) => {
  const { page } = await stage.visit({ as: admin });
  // A site that takes its time, as the server tells of it.
  const job: ImportJob = {
    ...{ state: 'running', source: 'setlist.fm', place: 'page 2 of 9' },
    ...{ done: 40, total: 180, lines: [] },
  };
  await page.route(`**${getLatestImport.path}`, (route) => route.fulfill({ json: job }));
  await page.route(`**${stopImport.path}`, (route) => {
    Object.assign(job, { state: 'stopped', lines: ['You stopped it.'] });
    const changes = JSON.stringify([{ topic: 'import', subjectId: null, version: 1 }]);
    return route.fulfill({ json: job, headers: { [CHANGES_HEADER]: changes } });
  });
  await page.goto('/admin?tab=setup');
  const panel = page.getByRole('region', { name: 'Import a history' });
  await expect(panel.getByRole('status')).toContainText('Importing: 40 of 180 shows');
  await expect(panel.getByRole('button', { name: 'Importing...' })).toBeDisabled();
  await panel.getByRole('button', { name: 'Stop the import' }).click();
  await expect(panel.getByRole('status')).toContainText('You stopped it.');
  await expect(panel.getByRole('button', { name: 'Import', exact: true })).toBeEnabled();
  await expect(panel.getByRole('button', { name: 'Stop the import' })).toHaveCount(0);
});
