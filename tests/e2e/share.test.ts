import { expect } from '@playwright/test';
import { createShare, getShare } from '#contract/shares.ts';
import { PHONE } from '../support/browser.ts';
import { openMyPredictions, shareCard } from './support/cards.ts';
import { test } from './support/journey.ts';
import { play, predict, setStatus } from './support/live-show.ts';
import { addShow, signUpFan } from './support/people.ts';
import { settled } from './support/settled.ts';

test('a fan creates a public link, copies it and sees its card', async ({ site, admin, songs }) => {
  const fan = await signUpFan(site.url, 'clubmoss');
  const show = await addShow(admin, 'The Copied Hall', 24 * 60);
  const prediction = await predict(fan, show, songs.slice(0, 2));
  const { page, context } = await site.visit({ as: fan, viewport: PHONE });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/my-predictions/share?prediction=${prediction.id}`);
  await page.getByRole('button', { name: 'Create a public link' }).click();
  const url = await page.getByRole('textbox', { name: 'Public link' }).inputValue();
  expect(url).toMatch(new RegExp(`^${site.url}/s/[\\w-]{22}$`));
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Link copied', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
  const preview = page.getByRole('img', { name: /^Preview of your card/ });
  await preview.evaluate((image: HTMLImageElement) => image.decode());
  expect(await preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1200);
});

test('two taps share a submitted prediction, a live show and its result, without a public link', async ({
  site,
  admin,
  songs,
}) => {
  const fan = await signUpFan(site.url, 'speedwell');
  const show = await addShow(admin, 'The Tapped Hall', 24 * 60);
  const { id } = await predict(fan, show, songs.slice(0, 2));
  const { page } = await openMyPredictions(site, fan, { viewport: PHONE });

  async function shareInTwoTaps(link = 'Share: The Tapped Hall') {
    await page.getByRole('link', { name: link }).click();
    await expect(page.getByRole('img', { name: /^Preview of your card/ })).toBeVisible();
    await settled(page);
    const { name, image } = await shareCard(page);
    expect([image.width, image.height]).toEqual([1200, 630]);
    return name;
  }
  const submittedShow = await addShow(admin, 'The Hall After Tomorrow', 48 * 60);
  await page.goto(`/game?show=${submittedShow.id}`);
  await page.getByRole('button', { name: 'Add songs' }).click();
  await page.getByRole('button', { name: `Add ${songs[0].title}`, exact: true }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Submit Prediction' }).click();
  expect(await shareInTwoTaps('Share it')).toBe('The-Hall-After-Tomorrow-prediction.png');

  await setStatus(admin, show, 'live');
  await play(admin, show, songs.slice(0, 1));
  await page.goto(`/live-setlist?show=${show.id}`);
  expect(await shareInTwoTaps()).toBe('The-Tapped-Hall-scorecard.png');
  await play(admin, show, songs.slice(1, 2));
  await setStatus(admin, show, 'closed');
  await page.goto('/my-predictions');
  expect(await shareInTwoTaps()).toBe('The-Tapped-Hall-scorecard.png');
  expect(await fan.call(getShare, { params: { id } })).toBeUndefined();
});

test('a public link shows the songs before the lock only if the fan allows it, then the points, until it is revoked', async ({
  site,
  admin,
  songs: [first, second],
}) => {
  const fan = await signUpFan(site.url, 'magnolia');
  const show = await addShow(admin, 'The Pavilion', 24 * 60);
  const { id } = await predict(fan, show, [first, second]);
  const { url } = await fan.call(createShare, { params: { id } });
  const { page } = await site.visit({ as: fan, viewport: PHONE });
  await page.goto(`/my-predictions/share?prediction=${id}`);
  const { page: card } = await site.visit({ javaScriptEnabled: false });
  await card.goto(url);
  await expect(card.getByText('Prediction by magnolia')).toBeVisible();
  await expect(card.getByText('Setlist called')).toBeVisible();
  expect(await card.content()).not.toContain(first.title);
  await page.getByRole('checkbox', { name: 'Show my songs before predictions lock' }).click();
  await expect(page.getByText('The link shows your songs now', { exact: true })).toBeVisible();
  await card.reload();
  await expect(card.getByText(first.title, { exact: true })).toBeVisible();

  await setStatus(admin, show, 'live');
  await play(admin, show, [first]);
  await card.reload();
  await expect(card.getByText('points so far')).toBeVisible();
  await expect(
    card.getByRole('row', { name: `1 ${first.title} ${first.title} Opener 41` }),
  ).toBeVisible();
  await expect(card.getByText('#1 / 1')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Share' })).toHaveCount(0);
  await card.getByRole('link', { name: 'Start Playing' }).click();
  await card.waitForURL(`${site.url}/signup`);

  await page.getByRole('button', { name: 'Revoke link' }).click();
  await page
    .getByRole('alertdialog', { name: 'Revoke this link?' })
    .getByRole('button', { name: 'Revoke link' })
    .click();
  await expect(page.getByText('Link revoked', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create a public link' })).toBeVisible();
  const response = await card.goto(url);
  expect(response?.status()).toBe(404);
  await expect(card.getByRole('heading', { name: 'This sheet is gone.' })).toBeVisible();
});

test('the public page shares its link with an image, or copies the link if sharing is unavailable', async ({
  site,
  admin,
  songs: [song],
}) => {
  const fan = await signUpFan(site.url, 'jumpseed');
  const show = await addShow(admin, 'The Passed-on Hall', 24 * 60);
  const { id } = await predict(fan, show, [song]);
  const { url } = await fan.call(createShare, { params: { id } });

  const { page, context } = await site.visit({ viewport: PHONE });
  await page.addInitScript(`
    window.shared = [];
    const system = {
      canShare: ({ files }) => !window.isPlain && files?.[0]?.type === 'image/png',
      share: async (data) => {
        if (window.shareError) throw new DOMException('Not here', window.shareError);
        window.shared.push(data);
      },
    };
    for (const [name, value] of Object.entries(system))
      Object.defineProperty(Navigator.prototype, name, { configurable: true, writable: true, value });`);
  const imageResponse = page.waitForResponse('**/card.png?v=*');
  await page.goto(url);
  await (await imageResponse).finished();
  const button = page.getByRole('button', { name: 'Share' });
  // Share within the tap, because iOS rejects it after any wait.
  const readSharedFile = () =>
    button.evaluate((element: HTMLButtonElement) => {
      element.click();
      const { files, ...link } = Reflect.get(globalThis, 'shared').pop();
      return { ...link, sizes: files?.map(({ size }: File) => size > 10_000) };
    });
  const link = { title: 'jumpseed called the setlist of The Passed-on Hall', url };
  await expect.poll(readSharedFile).toEqual({ ...link, sizes: [true] });
  await page.evaluate("window.shareError = 'AbortError'");
  await button.click();
  await expect(page.getByRole('status')).toHaveText('', { useInnerText: true });
  // If the system can't share, the page copies the URL, or selects it if copying fails.
  await page.evaluate("window.shareError = 'NotAllowedError'");
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await button.click();
  await expect(page.getByText('Link copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
  await page.addInitScript(`
    delete Navigator.prototype.share;
    delete Navigator.prototype.canShare;
    delete Navigator.prototype.clipboard;`);
  await page.reload();
  await button.click();
  await expect(page.getByText('Copy the selected link')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Link to this page' })).toHaveValue(url);
});
