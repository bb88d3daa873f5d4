import { expect } from '@playwright/test';
import { DESKTOP, PHONE } from '../support/browser.ts';
import { test } from './support/journey.ts';
import { addShow, signUpFan } from './support/people.ts';
import { expectPicks } from './support/picks.ts';

test('a pressed song is added even if the list moves before the release', async ({
  site,
  admin,
}) => {
  const fan = await signUpFan(site.url, 'quick-thumb');
  const show = await addShow(admin, 'The Moving List', 24 * 60);
  const { page } = await site.visit({ as: fan });
  await page.goto(`/game?show=${show.id}`);
  const rows = page.getByRole('list', { name: 'Songs to choose from' }).getByRole('listitem');
  const findSongAt = async (place: number) => {
    const name = await rows.nth(place).getByRole('button').getAttribute('aria-label');
    return { title: name?.replace('Add ', '') ?? '' };
  };
  const [first, third] = [await findSongAt(0), await findSongAt(2)];

  await rows.nth(2).hover();
  await page.mouse.down();
  // A tap with a second finger adds the first song, which moves the list.
  await rows.first().getByRole('button').dispatchEvent('click');
  await expectPicks(page, [first]);
  await page.mouse.up();
  await expectPicks(page, [first, third]);

  await rows.nth(1).hover();
  await page.mouse.down();
  await rows.nth(4).hover();
  await page.mouse.up();
  const fourth = await findSongAt(3);
  await rows.nth(3).getByRole('button').press('Enter');
  await expectPicks(page, [first, third, fourth]);
});

for (const [device, viewport] of [
  ['phone', PHONE],
  ['desktop', DESKTOP],
] as const)
  test(`the picker jumps to a letter and keeps its sort in view, on a ${device}`, async ({
    site,
    admin,
  }) => {
    const fan = await signUpFan(site.url, `alphabetical-${device}`);
    const show = await addShow(admin, `Every Letter on a ${device}`, 24 * 60);
    const { page } = await site.visit({ as: fan, viewport });
    await page.goto(`/game?show=${show.id}`);
    if (viewport === PHONE) await page.getByRole('button', { name: 'Add songs' }).click();
    await page.getByLabel('Sort songs').selectOption('A to Z');
    const bar = page.getByRole('toolbar', { name: 'Jump to letter' });
    const current = bar.locator('[aria-current="location"]');
    await expect(current).toHaveText('A');
    await bar.getByRole('button', { name: 'S', exact: true }).click();
    await expect(current).toHaveText('S');
    await expect(current).toBeInViewport({ ratio: 1 });
    const heading = page.getByRole('heading', { level: 3, name: 'S', exact: true });
    await expect(heading).toBeInViewport();
    const barBox = await bar.boundingBox();
    const headingBox = await heading.boundingBox();
    if (!barBox || !headingBox) throw new Error('The letters are not rendered.');
    expect(headingBox.y, 'below the bar').toBeGreaterThanOrEqual(barBox.y + barBox.height - 1);
    expect(headingBox.y, 'right below the bar').toBeLessThan(barBox.y + barBox.height + 24);
    await expect(page.getByLabel('Sort songs')).toBeInViewport({ ratio: 1 });
  });
