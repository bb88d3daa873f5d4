import { expect, type Page } from '@playwright/test';
import scan from 'jsqr';
import { PNG } from 'pngjs';
import { removeSetlistSong } from '#contract/setlists.ts';
import { checkAccessibility } from './support/accessibility.ts';
import { test } from './support/journey.ts';
import { play, predict, setStatus } from './support/live-show.ts';
import { addShow, signUpFan } from './support/people.ts';
import { settled } from './support/settled.ts';

test('a fan creates a league, a friend joins through its link, they chat, and its board follows the show', async ({
  site,
  admin,
  songs: [opener, second, third],
}) => {
  const owner = await signUpFan(site.url, 'sundew');
  const friend = await signUpFan(site.url, 'teasel');
  const bystander = await signUpFan(site.url, 'vetch');
  const show = await addShow(admin, 'The Circle Hall', 24 * 60);
  await predict(friend, show, [opener]);
  await predict(bystander, show, [opener]);

  const { page } = await site.visit({ as: owner });
  await page.goto('/leagues');
  await checkAccessibility(page, 'leagues');
  await page.getByRole('button', { name: 'Create a League' }).click();
  await page.getByLabel('Name').fill('Rail riders');
  await page.getByLabel('Counts from').selectOption(show.id);
  await page.getByRole('button', { name: 'Create League' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Rail riders' })).toBeVisible();
  const link = await page.getByRole('textbox', { name: 'Invitation link' }).inputValue();

  await page.getByRole('button', { name: 'QR code' }).click();
  const code = page.getByRole('dialog', { name: 'Join Rail riders' });
  await expect(code.getByRole('img', { name: 'QR code of the invitation link' })).toBeVisible();
  const { data, width, height } = PNG.sync.read(await page.screenshot());
  expect(scan(new Uint8ClampedArray(data), width, height)?.data).toBe(link);
  await checkAccessibility(page, 'league: QR code');
  await page.keyboard.press('Escape');

  const { page: friendPage } = await site.visit();
  await friendPage.goto(link);
  await checkAccessibility(friendPage, 'join for visitors');
  await friendPage.getByRole('link', { name: 'Sign In' }).click();
  await friendPage.getByLabel('Email').fill(friend.email);
  await friendPage.getByLabel('Password', { exact: true }).fill(friend.password);
  await friendPage.getByRole('button', { name: 'Sign In', exact: true }).click();
  const join = friendPage.getByRole('button', { name: 'Join', exact: true });
  await expect(join).toBeVisible();
  await checkAccessibility(friendPage, 'join');
  await join.click();
  await expect(friendPage.getByRole('heading', { level: 1, name: 'Rail riders' })).toBeVisible();

  const missing = page.getByRole('region', { name: 'No prediction yet' });
  await expect(missing.getByText('1 of 2 submitted')).toBeVisible();
  await expect(missing.getByRole('listitem')).toHaveText(/sundew/);
  await friendPage.getByRole('button', { name: 'Send a Nudge' }).click();
  for (const fanPage of [page, friendPage])
    await expect(fanPage.getByText('teasel sent a nudge for this show.')).toBeVisible();

  await friendPage.getByLabel('Your post').fill('Who opens in Richmond?');
  await friendPage.getByRole('button', { name: 'Post', exact: true }).click();
  const post = page.getByRole('article', { name: 'Post by teasel' });
  await expect(post).toContainText('Who opens in Richmond?');
  await page.getByLabel('Your post').fill('Sundew, of course');
  await page.reload();
  await expect(page.getByLabel('Your post')).toHaveValue('Sundew, of course');
  await page.getByLabel('Your post').press('Control+Enter');
  await expect(friendPage.getByRole('article', { name: 'Post by sundew' })).toBeVisible();

  await predict(owner, show, [second, opener]);
  await expect(missing.getByText('Everyone has predicted.')).toBeVisible();

  await setStatus(admin, show, 'live');
  await play(admin, show, [opener]);
  for (const fanPage of [page, friendPage]) await expectRows(fanPage, [/teasel.*41/, /sundew.*10/]);
  await settled(page);
  const calls = recordCalls(page);
  await play(admin, show, [third]);
  const [extra] = await play(admin, show, [second]);
  await expectRows(page, [/teasel.*41/, /sundew.*20/]);
  const extraRow = { id: show.id, setlistSongId: extra?.id ?? '' };
  await admin.call(removeSetlistSong, { params: extraRow });
  await expectRows(page, [/teasel.*41/, /sundew.*10/]);
  await play(admin, show, [second]);
  await expectRows(page, [/teasel.*41/, /sundew.*20/]);
  await settled(page);
  expect(calls).toEqual([]);
  await setStatus(admin, show, 'closed');
  const season = page.getByRole('region', { name: 'Season' });
  await expect(season.getByText('1 of 1 show · 1 night won')).toBeVisible();
  await checkAccessibility(page, 'league');
});

function recordCalls(page: Page): string[] {
  const urls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) urls.push(request.url());
  });
  return urls;
}

async function expectRows(page: Page, rows: RegExp[]): Promise<void> {
  const tonight = page.getByRole('region', { name: 'Show', exact: true });
  await expect(tonight.getByRole('listitem')).toHaveText(rows);
}
