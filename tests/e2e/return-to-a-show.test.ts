import { expect } from '@playwright/test';
import { DESKTOP, PHONE } from '../support/browser.ts';
import { test } from './support/journey.ts';
import { play, setStatus } from './support/live-show.ts';
import { addShow, signUpFan } from './support/people.ts';

test('a page that a fan returns to opens at the newest song and follows it', async ({
  site,
  admin,
  songs,
}) => {
  const show = await addShow(admin, 'The Way Back', 24 * 60);
  await setStatus(admin, show, 'live');
  await play(admin, show, songs.slice(0, 12));
  const { page } = await site.visit({
    as: await signUpFan(site.url, 'woodruff'),
    viewport: PHONE,
  });
  await page.goto(`/live-setlist?show=${show.id}`);
  const rows = page.getByRole('region', { name: 'Live Setlist' }).getByRole('listitem');
  const expectInView = (index: number) =>
    expect(rows.filter({ hasText: `${songs[index]?.title}` })).toBeInViewport();
  await expect(page.getByText('Song 12 of ~23')).toBeVisible();
  await expectInView(11);
  await play(admin, show, songs.slice(12, 13));
  await expectInView(12);
  await page.goto('/about');
  await play(admin, show, songs.slice(13, 17));
  await page.goBack();
  await expect(page.getByText('Song 17 of ~23')).toBeVisible();
  await expectInView(16);
  await play(admin, show, songs.slice(17, 18));
  await expectInView(17);
});

for (const viewport of [PHONE, DESKTOP])
  test(`the page keeps its scroll position for a fan who scrolled away, at ${viewport.width} px`, async ({
    site,
    admin,
    songs,
  }) => {
    const show = await addShow(admin, 'The Long Way Back', 24 * 60);
    await setStatus(admin, show, 'live');
    await play(admin, show, songs.slice(0, 18));
    const fan = await signUpFan(site.url, `bracken-${viewport.width}`);
    const { page } = await site.visit({ as: fan, viewport });
    await page.goto(`/live-setlist?show=${show.id}`);
    const rows = page.getByRole('region', { name: 'Live Setlist' }).getByRole('listitem');
    await expect(rows.nth(17)).toBeInViewport({ ratio: 1 });
    await rows.nth(17).hover();
    await page.mouse.wheel(0, -3000);
    await expect(rows.first()).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: 'To song 18' })).toBeVisible();
    await play(admin, show, songs.slice(18, 19));
    await page.getByRole('button', { name: 'To song 19' }).waitFor();
    await expect(rows.first(), 'a new song moves nothing').toBeInViewport({ ratio: 1 });
    if (viewport === DESKTOP)
      await expect(page.getByRole('heading', { name: show.name })).toBeInViewport({ ratio: 1 });

    if (viewport === PHONE) await page.getByRole('button', { name: 'Toggle sidebar' }).click();
    await page.getByRole('link', { name: 'About', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: /^About/ })).toBeVisible();
    await page.goBack();
    await expect(rows.first()).toBeInViewport({ ratio: 1 });
  });
