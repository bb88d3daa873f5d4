import { expect } from '@playwright/test';
import { checkAccessibility } from '../support/accessibility.ts';
import { expectText, expectTextContaining } from '../support/expect-text.ts';
import { test } from '../support/journey.ts';
import { play, setStatus } from '../support/live-show.ts';
import { addShow, type Person, signUpFan } from '../support/people.ts';

let fan: Person;
test.beforeAll(async ({ site }) => {
  fan = await signUpFan(site.url, 'marshwort');
});

test.describe('Live Setlist', () => {
  test('shows the specified texts from the start of a live show to its end', async ({
    site,
    admin,
    songs,
  }) => {
    const show = await addShow(admin, 'The Quoted Hall', 24 * 60);
    await setStatus(admin, show, 'live');
    const { page } = await site.visit({ as: fan });
    const main = page.getByRole('main');
    await page.goto(`/live-setlist?show=${show.id}`);
    for (const text of ['Live Updates Active', 'Live', 'Show starting soon...'])
      await expectText(main, text);
    await expectText(main.getByRole('heading'), 'Live Setlist');

    const setlist = songs.slice(0, 2);
    await play(admin, show, setlist);
    await expectText(main, 'Song 2 of ~23');
    const sheet = main.getByRole('region', { name: 'Live Setlist' }).getByRole('listitem');
    await expectTextContaining(sheet.nth(1), 'Now Playing');
    await expect(sheet.nth(0)).not.toContainText('Now Playing');
    for (const [place, { title }] of setlist.entries()) {
      await expect(sheet.nth(place)).toContainText(title);
      await expect(sheet.nth(place)).toContainText(/\d{1,2}:\d\d [AP]M/);
    }
    await checkAccessibility(page, 'live-setlist of a live show');
    await setStatus(admin, show, 'closed');
    await expectText(main, 'Closed');
    await checkAccessibility(page, 'live-setlist of a closed show');
  });
});
