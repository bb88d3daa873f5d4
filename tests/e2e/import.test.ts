import { expect, type Locator, type Page } from '@playwright/test';
import { getLatestImport, startImport } from '#contract/imports.ts';
import { createShow, listShows, updateShow } from '#contract/shows.ts';
import { buildFmSetlist, buildFmUpload, formatShowLine } from '../support/archives.ts';
import { openCard } from './support/cards.ts';
import { test } from './support/journey.ts';
import { playWholeShow, predict } from './support/live-show.ts';
import { signUpFan } from './support/people.ts';
import { settled } from './support/settled.ts';

test.use({ dedicatedServer: true });

/** Waits for the panels above it, which load later and move it. */
async function openImport(page: Page): Promise<Locator> {
  await page.goto('/admin?tab=setup');
  const panel = page.getByRole('region', { name: 'Import past shows' });
  await expect(panel).toBeVisible();
  await settled(page);
  return panel;
}

test('an administrator imports a file, reads its summary and accepts a proposed change', async ({
  site,
  admin,
}) => {
  const { page } = await site.visit({ as: admin });
  const panel = await openImport(page);
  const load = async (...songs: string[]) => {
    const text = formatShowLine({ venue: 'Glass Mill' }, ...songs);
    await panel
      .getByLabel('Files')
      .setInputFiles({ name: 'shows.jsonl', mimeType: 'text/plain', buffer: Buffer.from(text) });
    await expect(panel.getByLabel('Source')).toHaveValue('shows');
    await panel.getByRole('button', { name: 'Preview' }).click();
    const preview = panel.getByRole('region', { name: 'Preview' });
    await expect(preview).toContainText('8:00 PM EDT: Glass Mill');
    await preview.getByRole('button', { name: 'Import' }).click();
    await expect(preview).toBeHidden();
  };
  await load('Ember to Ash', 'Fathom by Night');
  const status = panel.getByRole('status').last();
  await expect(status).toContainText('Shows: 1 new, 0 unchanged');
  await load('Ember to Ash', 'Gale by Day');
  await expect(status).toContainText('Corrections to accept or dismiss on the Shows tab: 1');

  await page.getByRole('tab', { name: 'Shows' }).click();
  const proposals = page.getByRole('region', { name: 'Proposed changes' });
  await expect(proposals).toContainText('Adds “Gale by Day” at 2');
  await proposals.getByRole('button', { name: 'Accept the change to Glass Mill' }).click();
  await expect(proposals).toBeHidden();

  const show = (await admin.call(listShows)).find(({ name }) => name === 'Glass Mill');
  await page.goto(`/live-setlist?show=${show?.id}`);
  await expect(page.getByText('Gale by Day')).toBeVisible();
  await expect(page.getByText('Fathom by Night')).toBeHidden();
});

test('a setlist from an archive links to its source', async ({ site, admin, songs: [opener] }) => {
  const fan = await signUpFan(site.url, 'linked');
  // An archive's show without a time matches the day's first show in its city.
  const date = new Date(Date.now() + 24 * 60 * 60_000).toISOString();
  const place = { city: 'Ithaca', state: 'NY', timeZone: 'America/New_York' };
  const plannedShow = await admin.call(createShow, {
    body: { name: 'The Copied Mill', date, ...place },
  });
  await predict(fan, plannedShow, [opener]);
  await playWholeShow(admin, plannedShow, [opener]);
  // A song's history contains only past shows.
  const show = await admin.call(updateShow, {
    params: { id: plannedShow.id },
    body: { date: new Date(Date.now() - 24 * 60 * 60_000).toISOString() },
  });
  const day = new Intl.DateTimeFormat('en-GB', { timeZone: show.timeZone });
  const url = 'https://www.setlist.fm/setlist/the-copied-mill.html';
  const archived = buildFmSetlist(
    {
      url,
      eventDate: day.format(new Date(show.date)).replaceAll('/', '-'),
      venue: { name: 'Mill', city: { name: show.city } },
    },
    [opener.title],
  );
  await admin.call(startImport, buildFmUpload(archived));
  await expect
    .poll(async () => (await admin.call(getLatestImport))?.lines.join())
    .toContain('0 new, 1 unchanged');

  const { page } = await site.visit({ as: fan });
  const link = page.getByRole('link', { name: 'Setlist from setlist.fm' });
  await page.goto(`/live-setlist?show=${show.id}`);
  await expect(link).toHaveAttribute('href', url);
  await page.goto('/my-predictions');
  await openCard(page, 'View Results', show.name);
  await page.getByRole('tab', { name: 'Side-by-Side' }).click();
  await expect(link).toHaveAttribute('href', url);
  await page.goto(`/song-database/song?id=${opener.id}`);
  const siteLink = page.getByRole('link', { name: 'setlist.fm', exact: true });
  await expect(siteLink).toHaveAttribute('href', 'https://www.setlist.fm/');
});
