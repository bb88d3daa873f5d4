import { expect } from '@playwright/test';
import { PHONE } from '../support/browser.ts';
import { test } from './support/journey.ts';
import { play, setStatus } from './support/live-show.ts';
import { addShow, signUpFan } from './support/people.ts';
import { settled } from './support/settled.ts';

test("a fan's notification settings are saved", async ({ site }) => {
  const fan = await signUpFan(site.url, 'tansy');
  const { page } = await site.visit({ as: fan, viewport: PHONE });
  // Links in emails use this fragment, which opens the folded panel.
  await page.goto('/settings#notifications');
  const findChoice = (name: RegExp) => page.getByRole('checkbox', { name });
  const reminder = findChoice(/^A reminder.*: Email$/);
  await expect(reminder).not.toBeChecked();
  await expect(findChoice(/^Your points.*: Email$/)).toBeChecked();
  await reminder.click();
  await expect(reminder).toBeChecked();
  // The checkbox changes before the server saves the setting.
  await settled(page);
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Notifications' }).click();
  await expect(reminder).toBeChecked();
  await expect(findChoice(/^A reminder.*: Devices$/)).not.toBeChecked();
  await expect(page.getByRole('button', { name: 'Turn on for this device' })).toBeEnabled();
});

test("a fan's setting to keep the screen on during a show is saved", async ({
  site,
  admin,
  songs: [first],
}) => {
  const fan = await signUpFan(site.url, 'bracken');
  const show = await addShow(admin, 'The Long Night', 24 * 60);
  await setStatus(admin, show, 'live');
  await play(admin, show, [first]);
  const { page } = await site.visit({ as: fan, viewport: PHONE });
  await page.addInitScript(() => {
    const locks = { count: 0 };
    Object.assign(window, { locks });
    const request = async () => {
      locks.count += 1;
      const release = async () => {
        locks.count -= 1;
      };
      return { release };
    };
    Object.defineProperty(navigator, 'wakeLock', { value: { request } });
  });
  const countLocks = () => page.evaluate(() => Reflect.get(window, 'locks').count);
  await page.goto(`/live-setlist?show=${show.id}`);
  const openMenu = () => page.getByRole('button', { name: 'About this show' }).click();
  const keep = page.getByRole('menuitemcheckbox', { name: 'Keep the screen on' });
  await openMenu();
  await expect(keep).not.toBeChecked();
  expect(await countLocks()).toBe(0);
  await keep.click();
  await expect.poll(countLocks).toBe(1);
  await page.reload();
  await expect.poll(countLocks).toBe(1);
  await openMenu();
  await expect(keep).toBeChecked();
  await keep.click();
  await expect.poll(countLocks).toBe(0);
});
