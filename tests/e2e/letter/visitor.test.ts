import type { Locator } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { getCurrentUser } from '#contract/accounts.ts';
import { type Band, getBand } from '#contract/band.ts';
import { createThread } from '#contract/forums.ts';
import { newPerson } from '../../../scripts/api-person.ts';
import { signInByForm, withoutFacts } from '../../support/browser.ts';
import { type Person, signUpFan } from '../support/people.ts';
import { openStage } from '../support/stage.ts';
import { openChecklist } from './checklist.ts';
import { leave } from './leave.ts';
import { holdCall } from './network.ts';
import { ABOUT, CONTACT, DONATE, LANDING, ROUTES } from './visitor.lines.ts';

const stage = openStage();
let band: Band;
let fan: Person;
beforeAll(async () => {
  band = await newPerson(stage.url).in().call(getBand);
  fan = await signUpFan(stage.url, 'marigold');
});

/** Every one of these links is there, once or more, and leaves the site. */
async function expectOutsideLinks(part: Locator, urls: readonly string[]) {
  for (const url of urls) {
    const link = part.locator(`a[href="${url}"]`).first();
    await link.waitFor();
    expect(await link.getAttribute('target')).toBe('_blank');
  }
}

test('landing', async () => {
  const list = openChecklist(LANDING);
  const visit = await stage.visit();
  const { page } = visit;
  await page.goto('/');
  for (const [text, href] of [
    ['Start Playing', '/signup'],
    ['Sign In', '/login'],
  ] as const) {
    await list.see(page, text);
    // On the first screen, and again where a reader has come to the end.
    const links = page.getByRole('link', { name: text });
    const hrefs = links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(await hrefs).toEqual([href, href]);
  }
  const cards = page.getByRole('region', { name: 'One night, one sheet' }).getByRole('listitem');
  expect(await cards.count()).toBe(4);
  for (const [place, text] of [
    'Predict Setlists',
    'Earn Points',
    'Join Community',
    'Track Stats',
  ].entries())
    await list.see(cards.nth(place), text);

  const spotlight = page.getByRole('region', { name: 'Fan Spotlight' });
  await expectOutsideLinks(
    spotlight,
    band.fanSpotlight.map(({ url }) => url),
  );
  list.tick('a fan spotlight with outside links');
  await expectOutsideLinks(
    page.getByRole('region', { name: 'Straight from the band' }),
    band.officialLinks.map(({ url }) => url),
  );
  list.tick('official band links');
  await expectOutsideLinks(
    page.getByRole('contentinfo'),
    band.socialLinks.map(({ url }) => url),
  );
  list.tick('a footer with social links');
  await leave(list, visit);
});

test('about, contact and donate', async () => {
  const { page, context, complaints } = await stage.visit();
  const part = (name: string) =>
    page.locator('section').filter({
      has: page.getByRole('heading', { level: 2, name, exact: true }),
    });
  const about = openChecklist(ABOUT);
  await page.goto('/about');
  await part('Our mission').getByText(band.tagline).waitFor();
  about.tick('the mission');
  const steps = part('How it works').getByRole('listitem');
  await steps.nth(3).waitFor();
  expect(await steps.count()).toBe(4);
  about.tick('how it works');
  for (const [place, text] of [
    'Make a prediction',
    'Watch the show',
    'Earn points',
    'Climb the leaderboard',
  ].entries())
    await about.see(steps.nth(place), text);
  await part('Community').waitFor();
  about.tick('community');
  await about.see(part('Donation support'), 'Coming Soon');
  about.tick('donation support');
  await part('Donation support').locator(`a[href="mailto:${band.donationEmail}"]`).waitFor();
  about.tick('a contact address for donations');
  await part('Disclaimer')
    .getByText(/independent fan site.* not affiliated with/)
    .waitFor();
  about.tick('independent fan site, not affiliated with the band');
  about.expectAllTicked();
  const ways = page.getByRole('banner').getByRole('link', { name: /^(Start Playing|Sign In)$/ });
  expect(await ways.count()).toBe(2);

  const contact = openChecklist(CONTACT);
  await page.goto('/contact');
  await part('General').locator(`a[href="mailto:${band.contactEmail}"]`).waitFor();
  contact.tick('a general section');
  await part('Forums').locator('a[href="/forums"]').waitFor();
  contact.tick('a forums link');
  await expectOutsideLinks(
    part('Social'),
    band.socialLinks.map(({ url }) => url),
  );
  expect(await part('Social').getByRole('link').count()).toBe(3);
  contact.tick('social links to three networks');
  await page.locator(`main a[href="mailto:${band.bugReportEmail}"]`).waitFor();
  contact.tick('a bug-report address');
  contact.expectAllTicked();
  expect(await ways.count()).toBe(2);

  const donate = openChecklist(DONATE);
  await signInByForm(page, fan);
  await page.goto('/donate');
  await donate.see(page.getByRole('main'), 'Coming Soon');
  await page.locator(`main a[href="mailto:${band.donationEmail}"]`).waitFor();
  donate.tick('a contact address for donations');
  expect(await page.getByRole('main').locator('form, input, button, iframe').count()).toBe(0);
  donate.tick('no payment flow');
  donate.expectAllTicked();
  expect(complaints).toEqual([]);
  await context.close();
});

test('routes', async () => {
  const list = openChecklist(ROUTES);
  const visit = await stage.visit();
  const { page } = visit;
  const expectPage = async (path: string, title: string) => {
    await page.goto(path, { waitUntil: 'commit' });
    await expect
      .poll(() => page.title(), { timeout: 15_000 })
      .toBe(`${title} · ${band.productName}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  };
  for (const [path, title] of [
    ['/LogIn/', 'Sign In'],
    ['/SIGNUP/', 'Create Account'],
    ['/About/', 'About'],
    ['/CONTACT/', 'Contact'],
  ] as const)
    await expectPage(path, title);
  for (const path of ['/Game/', '/admin', '/donate']) {
    await expectPage(path, 'Sign In');
    expect(new URL(page.url()).search).toBe(`?next=${encodeURIComponent(path)}`);
  }
  list.tick('pages of who is signed in are closed to visitors');
  await page.goto('/encore');
  await page.getByRole('heading', { level: 1, name: 'Not on the setlist' }).waitFor();
  await signInByForm(page, fan);
  await page.goto('/encore');
  await page.getByRole('heading', { level: 1, name: 'Not on the setlist' }).waitFor();
  list.tick('an unknown path');

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
    await expectPage(path, title);
  list.tick('any case and a trailing slash');

  await withoutFacts(page);
  const release = await holdCall(page, getCurrentUser);
  await page.goto('/shows', { waitUntil: 'commit' });
  await page.getByRole('status').filter({ hasText: 'Loading the page' }).waitFor();
  expect(await page.getByRole('heading').count()).toBe(0);
  release();
  await page.getByRole('heading', { level: 1, name: 'Show Schedule' }).waitFor();
  list.tick('a skeleton while authentication status loads');
  await leave(list, visit);
}, 120_000);
