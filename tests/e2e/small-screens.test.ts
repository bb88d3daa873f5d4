import { expect, type Locator } from '@playwright/test';
import { createPrediction } from '#contract/predictions.ts';
import { setShowStatus } from '#contract/shows.ts';
import { listSongs } from '#contract/songs.ts';
import { PHONE } from '../support/browser.ts';
import { test } from './support/journey.ts';
import { addShow, signIn, signUpFan } from './support/people.ts';

const box = async (part: Locator) => {
  const found = await part.boundingBox();
  if (!found) throw new Error('It is not drawn.');
  return found;
};

/** How many lines the text of a part is written in. */
const linesOf = (part: Locator) =>
  part.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  });

const isCut = (part: Locator) =>
  part.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);

test('on a phone names, tabs, points and live rankings have their room', async ({
  stage,
  admin,
}) => {
  const fan = await signUpFan(
    stage.url,
    'keeper.of.the.very.last.lighthouse.on.the.coast',
    'Lighthouse_Keeper',
  );
  const show = await addShow(admin, 'The Assembly Rooms at the Far End of the Harbor', 24 * 60);
  const [song] = await admin.call(listSongs);
  if (!song) throw new Error('The band has no songs.');
  await fan.call(createPrediction, { body: { showId: show.id, songIds: [song.id] } });
  await admin.call(setShowStatus, { params: { id: show.id }, body: { status: 'live' } });

  const { page, context } = await stage.visit({ as: fan, viewport: { width: 320, height: 700 } });

  // The state of a prediction stands at the top right of its card, however long the show's name.
  await page.goto('/my-predictions');
  const card = page.getByRole('article');
  const title = await box(card.getByRole('heading'));
  const badge = await box(card.getByText('Live', { exact: true }));
  const paper = await box(card);
  expect(badge.y).toBeLessThan(title.y + 24);
  expect(paper.x + paper.width - badge.x - badge.width).toBeLessThan(28);

  await page.goto(`/show-leaderboard?show=${show.id}`);
  const name = page.getByRole('main').getByRole('listitem').locator('bdi');
  await expect(name.filter({ hasText: fan.username })).toBeVisible();
  expect(await linesOf(name)).toBe(1);

  // The live rankings are the first thing in the menu, and the e-mail at its end is whole.
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  const menu = page.getByRole('dialog', { name: 'Navigation' });
  const rankings = await box(menu.getByRole('region', { name: 'Live Show Rankings' }));
  expect(rankings.y).toBeLessThan((await box(menu.getByRole('navigation'))).y);
  expect(await isCut(menu.getByText(fan.email))).toBe(false);
  await menu.getByRole('link', { name: 'View All 1 Entries' }).click();
  await page.waitForURL('**/leaderboard');
  await page.getByRole('link', { name: `Leaderboard of ${show.name}` }).click();
  await page.waitForURL(`**/show-leaderboard?show=${show.id}`);
  await expect(name.filter({ hasText: fan.username })).toBeVisible();

  await context.clearCookies();
  await page.setViewportSize(PHONE);
  await signIn(page, admin);
  await page.goto('/admin');
  const tabs = page.getByRole('tablist', { name: 'Admin Panel' });
  const fadesAt = (side: 'left' | 'right') =>
    expect
      .poll(() => tabs.evaluate((list) => getComputedStyle(list).maskImage))
      .toMatch(new RegExp(`to ${side}.*rgb\\(0, 0, 0\\) calc\\(100% - 56px\\)`));
  await fadesAt('right');
  await page.getByRole('tab', { name: 'Live Setlist' }).focus();
  await page.keyboard.press('End');
  await fadesAt('left');
});
