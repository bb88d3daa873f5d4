import { expect, type JSHandle, type Page } from '@playwright/test';
import { updateSetlistSong } from '#contract/setlists.ts';
import { PHONE } from '../support/browser.ts';
import { test } from './support/journey.ts';
import { fetchSetlist, play, playWholeShow, predict, setStatus } from './support/live-show.ts';
import { addShow, signUpFan } from './support/people.ts';

test('when a show ends, a fan keeps their tab and scroll position and never sees wrong points', async ({
  site,
  admin,
  songs,
}) => {
  const fan = await signUpFan(site.url, 'watcher');
  const show = await addShow(admin, 'The Last Encore', 24 * 60);
  await predict(fan, show, songs.slice(0, 24));
  await setStatus(admin, show, 'live');
  await play(admin, show, songs.slice(0, 1));
  const { page } = await site.visit({ as: fan, viewport: PHONE });
  await page.goto('/live-setlist');
  const standing = page.getByRole('region', { name: 'Your standing' });
  await page.getByRole('tab', { name: 'My picks' }).click();
  await expect(standing.filter({ hasText: /41 pts so far\W*Rank\W*1 of 1/ })).toBeVisible();
  await page.evaluate(() => scrollTo(0, 500));
  const log = await watchTexts(page);
  await setStatus(admin, show, 'closed');
  await expect(
    page.getByRole('status').filter({ hasText: 'That was the show. You won!' }),
  ).toBeVisible();
  await expect(standing.filter({ hasText: /41 pts\W*Rank\W*1 of 1/ })).toBeVisible();
  const messages = await log.jsonValue();
  expect(messages.length).toBeGreaterThan(0);
  expect(
    messages.filter((text) => /Not scored yet|\b0 pts|No Live Shows|Loading/.test(text)),
  ).toEqual([]);
  await expect(page.getByRole('tab', { selected: true })).toHaveText('My picks', {
    useInnerText: true,
  });
  expect(await page.evaluate(() => scrollY)).toBe(500);
  expect(page.url()).toBe(`${site.url}/live-setlist`);
});

test('a fan who saw the end opens the recap, shares it in two taps and gets no notification', async ({
  site,
  admin,
  songs: [song],
}) => {
  const fan = await signUpFan(site.url, 'sharer');
  const show = await addShow(admin, 'The Shared Encore', 24 * 60);
  const { id } = await predict(fan, show, [song]);
  await setStatus(admin, show, 'live');
  await play(admin, show, [song]);
  const { page } = await site.visit({ as: fan, viewport: PHONE });
  await page.goto('/live-setlist');
  await expect(page.getByText('Live Updates Active')).toBeVisible();
  await setStatus(admin, show, 'closed');
  await page.getByRole('link', { name: 'Recap', exact: true }).click();
  await page.waitForURL(`**/shows/${show.id}/recap`);
  const night = page.getByRole('region', { name: 'Your night' });
  await expect(night.filter({ hasText: '41 points' })).toBeVisible();
  await night.getByRole('link', { name: 'Share' }).click();
  await page.waitForURL(`**/my-predictions/share?prediction=${id}`);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('The-Shared-Encore-scorecard.png');
  await page.goto('/');
  await expect(page.getByRole('link', { name: /The Shared Encore/ })).toBeVisible();
  await expect(page.getByText('Your result is in')).toHaveCount(0);
});

test('a fan who missed the end sees the result and its winner once', async ({
  site,
  admin,
  songs: [first, second],
}) => {
  const [winner, sleeper] = [
    await signUpFan(site.url, 'winner'),
    await signUpFan(site.url, 'sleeper'),
  ];
  const show = await addShow(admin, 'The Missed Encore', 24 * 60);
  await predict(winner, show, [first]);
  await predict(sleeper, show, [second]);
  await playWholeShow(admin, show, [first]);
  const { page } = await site.visit({ as: sleeper, viewport: PHONE });
  await page.goto('/');
  const notice = page.getByRole('region', { name: 'Your result is in' });
  await notice.filter({ hasText: 'The Missed Encore' }).getByRole('link').click();
  await expect(
    page.getByRole('status').filter({ hasText: 'winner won with 41 pts' }),
  ).toBeVisible();
  await page.goto('/');
  await expect(page.getByRole('link', { name: /The Missed Encore/ })).toBeVisible();
  await expect(notice).toHaveCount(0);
});

async function watchTexts(page: Page): Promise<JSHandle<string[]>> {
  return page.evaluateHandle(() => {
    const messages: string[] = [];
    const record = () => messages.push(document.body.innerText);
    new MutationObserver(record).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    return messages;
  });
}

test('results show a later correction of the setlist live', async ({
  site,
  admin,
  songs: [song, other],
}) => {
  const fan = await signUpFan(site.url, 'corrected');
  const show = await addShow(admin, 'The Wrong Encore', 24 * 60);
  await predict(fan, show, [song]);
  await playWholeShow(admin, show, [song]);
  const { page } = await site.visit({ as: fan, viewport: PHONE });
  await page.goto('/my-predictions');
  await page.getByRole('button', { name: 'View Results: The Wrong Encore' }).click();
  await expect(page.getByRole('dialog').getByText('41').first()).toBeVisible();
  const corrections = page.getByRole('table', { name: 'Corrections' });
  await expect(corrections).toHaveCount(0);
  const [row] = await fetchSetlist(admin, show);
  const params = { id: show.id, setlistSongId: row?.id ?? '' };
  await admin.call(updateSetlistSong, { params, body: { songId: other.id } });
  const correction = corrections.getByRole('row', { name: /replaced by/ });
  await expect(correction).toContainText('−41');
});
