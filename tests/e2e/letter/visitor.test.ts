import { expect, type Locator, type Page } from '@playwright/test';
import { getCurrentUser } from '#contract/accounts.ts';
import { type Band, getBand } from '#contract/band.ts';
import { createThread } from '#contract/forums.ts';
import { newPerson } from '../../../tools/api-client.ts';
import { withoutFacts } from '../../support/browser.ts';
import { checkBarriers } from '../support/barriers.ts';
import { test } from '../support/journey.ts';
import { holdCall } from '../support/network.ts';
import { type Person, signUpFan } from '../support/people.ts';
import { seeText } from '../support/see-text.ts';

let band: Band;
let fan: Person;
test.beforeAll(async ({ stage }) => {
  band = await newPerson(stage.url).in().call(getBand);
  fan = await signUpFan(stage.url, 'mandevilla');
});

/** Every one of these links is there, once or more, and leaves the site. */
async function expectOutsideLinks(part: Locator, urls: readonly string[]) {
  for (const url of urls) {
    const link = part.locator(`a[href="${url}"]`).first();
    await expect(link).toBeVisible();
    await expect(link).toHaveAttribute('target', '_blank');
  }
}

test('the landing page: ways in, four cards, and links of the band and its fans', async ({
  stage,
}) => {
  const visit = await stage.visit();
  const { page } = visit;
  await page.goto('/');
  for (const [text, href] of [
    ['Start Playing', '/signup'],
    ['Sign In', '/login'],
  ] as const) {
    await seeText(page, text);
    // On the first screen, and again where a reader has come to the end.
    const links = page.getByRole('link', { name: text });
    const hrefs = links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(await hrefs).toEqual([href, href]);
  }
  const cards = page.getByRole('region', { name: 'One night, one sheet' }).getByRole('listitem');
  await expect(cards).toHaveCount(4);
  for (const [place, text] of [
    'Predict Setlists',
    'Earn Points',
    'Join Community',
    'Track Stats',
  ].entries())
    await seeText(cards.nth(place), text);

  const spotlight = page.getByRole('region', { name: 'Fan Spotlight' });
  await expectOutsideLinks(
    spotlight,
    band.fanSpotlight.map(({ url }) => url),
  );
  await expectOutsideLinks(
    page.getByRole('region', { name: 'Straight from the band' }),
    band.officialLinks.map(({ url }) => url),
  );
  await expectOutsideLinks(
    page.getByRole('contentinfo'),
    band.socialLinks.map(({ url }) => url),
  );
  await checkBarriers(page, 'landing');
});

/** The part of a page under a heading. */
const partOf = (page: Page) => (name: string) =>
  page.locator('section').filter({
    has: page.getByRole('heading', { level: 2, name, exact: true }),
  });
const waysOf = (page: Page) =>
  page.getByRole('banner').getByRole('link', { name: /^(Start Playing|Sign In)$/ });

test('About says what this is, in five parts', async ({ stage }) => {
  const { page } = await stage.visit();
  const part = partOf(page);
  await page.goto('/about');
  await expect(part('Our mission').getByText(band.tagline)).toBeVisible();
  const steps = part('How it works').getByRole('listitem');
  await expect(steps.nth(3)).toBeVisible();
  await expect(steps).toHaveCount(4);
  for (const [place, text] of [
    'Make a prediction',
    'Watch the show',
    'Earn points',
    'Climb the leaderboard',
  ].entries())
    await seeText(steps.nth(place), text);
  await expect(part('Community')).toBeVisible();
  await seeText(part('Donation support'), 'Coming Soon');
  await expect(
    part('Donation support').locator(`a[href="mailto:${band.donationEmail}"]`),
  ).toBeVisible();
  await expect(
    part('Disclaimer').getByText(/independent fan site.* not affiliated with/),
  ).toBeVisible();
  await expect(waysOf(page)).toHaveCount(2);
});

test('Contact gives the addresses, the forums and three networks', async ({ stage }) => {
  const { page } = await stage.visit();
  const part = partOf(page);
  await page.goto('/contact');
  await expect(part('General').locator(`a[href="mailto:${band.contactEmail}"]`)).toBeVisible();
  await expect(part('Forums').locator('a[href="/forums"]')).toBeVisible();
  await expectOutsideLinks(
    part('Social'),
    band.socialLinks.map(({ url }) => url),
  );
  await expect(part('Social').getByRole('link')).toHaveCount(3);
  await expect(page.locator(`main a[href="mailto:${band.bugReportEmail}"]`)).toBeVisible();
  await expect(waysOf(page)).toHaveCount(2);
});

test('Donate says that it is to come, with an address and no way to pay', async ({ stage }) => {
  const { page } = await stage.visit({ as: fan });
  await page.goto('/donate');
  await seeText(page.getByRole('main'), 'Coming Soon');
  await expect(page.locator(`main a[href="mailto:${band.donationEmail}"]`)).toBeVisible();
  await expect(page.getByRole('main').locator('form, input, button, iframe')).toHaveCount(0);
});

async function expectPage(page: Page, path: string, title: string) {
  await page.goto(path, { waitUntil: 'commit' });
  await expect(page).toHaveTitle(`${title} · ${band.productName}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

test("a visitor's addresses are taken in any case, with a slash at their end", async ({
  stage,
}) => {
  const { page } = await stage.visit();
  for (const [path, title] of [
    ['/LogIn/', 'Sign In'],
    ['/SIGNUP/', 'Create Account'],
    ['/About/', 'About'],
    ['/CONTACT/', 'Contact'],
  ] as const)
    await expectPage(page, path, title);
});

test('pages of who is signed in send a visitor to sign in, and remember where', async ({
  stage,
}) => {
  const { page } = await stage.visit();
  for (const path of ['/Game/', '/admin', '/donate']) {
    await expectPage(page, path, 'Sign In');
    expect(new URL(page.url()).search).toBe(`?next=${encodeURIComponent(path)}`);
  }
});

test("a fan's addresses are taken in any case, with a slash at their end", async ({ stage }) => {
  const { page } = await stage.visit({ as: fan });
  const thread = await fan.call(createThread, {
    body: { title: 'Openers', category: 'General', content: 'Which one?' },
  });
  for (const [path, title] of [
    ['/ABOUT/', 'About'],
    ['/Contact/', 'Contact'],
    ['/Donate/', 'Donate'],
    ['/GAME/', 'Prediction Game'],
    ['/Shows/', 'Show Schedule'],
    ['/My-Predictions/', 'My Predictions'],
    ['/Show-Leaderboard/', 'Show Leaderboard'],
    ['/LEADERBOARD/', 'Global Leaderboard'],
    ['/Live-Setlist/', 'Live Setlist'],
    ['/Statistics/', 'Your Statistics'],
    ['/SONG-database/', 'Song Database'],
    ['/Forums/', 'Fan Forums'],
    ['/forums/NEW/', 'New Thread'],
    [`/Forums/Thread/?id=${thread.id}`, thread.title],
    ['/SETTINGS/', 'Account Settings'],
    ['/Admin/', 'Admin Panel'],
  ] as const)
    await expectPage(page, path, title);
});

test('a skeleton stands there while it is unknown who reads', async ({ stage }) => {
  const { page } = await stage.visit({ as: fan });
  await withoutFacts(page);
  const release = await holdCall(page, getCurrentUser);
  await page.goto('/shows', { waitUntil: 'commit' });
  await expect(page.getByRole('status').filter({ hasText: 'Loading the page' })).toBeVisible();
  await expect(page.getByRole('heading')).toHaveCount(0);
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Show Schedule' })).toBeVisible();
});
