import { expect, type Page } from '@playwright/test';
import { getShow, type Show, updateShow } from '#contract/shows.ts';
import { inParallel } from '../../tools/api-client.ts';
import { PHONE } from '../support/browser.ts';
import { checkAccessibility } from './support/accessibility.ts';
import { test } from './support/journey.ts';
import { predict } from './support/live-show.ts';
import { addShow, type Person, signUpFan } from './support/people.ts';

const LOCK_MS = 3_000;

async function lockSoon(admin: Person, { id }: Show) {
  const { version } = await admin.call(getShow, { params: { id } });
  const locksAt = new Date(Date.now() + LOCK_MS).toISOString();
  await admin.call(updateShow, { params: { id }, body: { locksAt, version } });
}

const listPicks = (page: Page) => page.getByRole('list', { name: 'Songs' }).getByRole('listitem');

test('two waiting fans see each other’s sheets and the crowd when predictions lock, and predict again after a void', async ({
  site,
  admin,
  songs: [opener, second, closer],
}) => {
  const show = await addShow(admin, 'The Drawn Curtain', 24 * 60);
  const names = ['ochre', 'umber', 'sienna', 'russet', 'madder lake'];
  const fans = await inParallel(names, 4, (name) =>
    signUpFan(site.url, `reveal-${name.replace(' ', '-')}`, name),
  );
  const [ochre = admin, umber = admin] = fans;
  for (const fan of fans)
    await predict(fan, show, fan === umber ? [second, closer] : [opener, closer]);
  const board = await site.visit({ as: ochre });
  await board.page.goto(`/show-leaderboard?show=${show.id}`);
  const rows = board.page.getByRole('region', { name: `Leaderboard of ${show.name}` });
  await expect(rows.getByText(umber.username)).toBeVisible();
  const name = rows.getByRole('link', { name: umber.username });
  await expect(name).toHaveAttribute('href', `/fans/${umber.username}`);
  const sheet = await site.visit({ as: umber, viewport: PHONE });
  await sheet.page.goto(`/fans/${ochre.username}/shows/${show.id}`);
  await expect(
    sheet.page.getByRole('heading', { name: 'Hidden until predictions lock' }),
  ).toBeVisible();

  await lockSoon(admin, show);
  await expect(listPicks(sheet.page)).toHaveText(
    [opener, closer].map(({ title }) => RegExp(title)),
  );
  await checkAccessibility(sheet.page, 'fan-sheet');
  await board.page.getByRole('tab', { name: 'Crowd' }).click();
  await expect(board.page.getByRole('region', { name: 'Most called songs' })).toContainText(
    closer.title,
  );
  await checkAccessibility(board.page, 'show-leaderboard: Crowd');
  await board.page.getByRole('tab', { name: 'Leaderboard' }).click();
  await expect(name).toHaveAttribute('href', `/fans/${umber.username}/shows/${show.id}`);
  await name.click();
  await expect(listPicks(board.page)).toHaveText(
    [second, closer].map(({ title }) => RegExp(title)),
  );

  // Without a lock time, predictions would open again, so the administrator must decide.
  const { page } = await site.visit({ as: admin });
  await page.goto('/admin?tab=shows');
  await page.getByRole('searchbox', { name: 'Search shows' }).fill(show.name);
  await page.getByRole('button', { name: `Edit ${show.name}` }).click();
  const form = page.getByRole('dialog', { name: 'Edit Show' });
  await form.getByLabel('Predictions lock (optional)').fill('');
  await form.getByRole('button', { name: 'Update Show' }).click();
  await expect(form.getByText('Fans have already seen all 5 predictions')).toBeVisible();
  await checkAccessibility(page, 'admin: reopening a show');
  await form.getByRole('button', { name: 'Void predictions' }).click();
  await expect(form).toHaveCount(0);
  await board.page.goto('/my-predictions');
  await board.page.getByRole('link', { name: `Predict again: ${show.name}` }).click();
  await expect(board.page.getByText(/was discarded, because the show reopened/)).toBeVisible();
  await expect(board.page.getByRole('button', { name: 'Submit Prediction' })).toBeVisible();
});
