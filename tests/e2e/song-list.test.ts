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
