import { expect, type Locator, type Page } from '@playwright/test';
import { createShow, type Show } from '#contract/shows.ts';
import { checkAccessibility } from '../support/accessibility.ts';
import { expectText, expectTextContaining } from '../support/expect-text.ts';
import { type Site, test } from '../support/journey.ts';
import { play, predict, setStatus } from '../support/live-show.ts';
import { addShow, type Person, signUpFan } from '../support/people.ts';
import { formatShowDay } from '../support/show-day.ts';
import type { Visit } from '../support/visit.ts';

let fan: Person;

test.beforeAll(async ({ site }) => {
  fan = await signUpFan(site.url, 'manzanita');
});

async function openAsFan(site: Site): Promise<Visit> {
  const visit = await site.visit({ as: fan });
  await visit.page.goto('/');
  return visit;
}

const HOUR = 60;
const TIME = /\d{1,2}:\d\d [AP]M E[DS]T/;
const expectHref = async (link: Locator, href: string) =>
  await expect(link).toHaveAttribute('href', href);

const findRegion = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const findTicket = (part: Locator, { name }: Show) =>
  part.getByRole('article').filter({ hasText: name });

test('the dashboard shows the last songs and the rankings of a live show', async ({
  site,
  admin,
  songs,
}) => {
  const laterShow = await addShow(admin, 'The Later Show', 9 * HOUR);
  await predict(fan, laterShow, [songs[0], songs[7]]);
  for (const name of ['haworthia', 'jungle', 'othmar', 'rowan', 'wren'])
    await predict(await signUpFan(site.url, name), laterShow, songs.slice(8, 10));
  await setStatus(admin, laterShow, 'live');
  const visit = await openAsFan(site);
  const { page } = visit;
  const live = findRegion(page, 'Live Now');
  await expectText(live, 'Live Now');
  await expectText(live, 'Show starting soon...');
  await expectHref(live.getByRole('link', { name: 'Watch live' }), '/live-setlist');

  await play(admin, laterShow, songs.slice(0, 6));
  await expectText(live, 'Showing last 5 songs • 6 total');
  const latest = live.getByRole('listitem');
  await expect(latest).toHaveCount(5);
  await expect(latest.first().filter({ hasText: songs[1].title })).toBeVisible();
  await expectTextContaining(latest.filter({ hasText: songs[5].title }), 'Now Playing');
  await expect(latest.filter({ hasText: 'Now Playing' })).toHaveCount(1);
  await checkAccessibility(page, 'dashboard');

  const ranking = page.getByRole('complementary').getByRole('region');
  await expectText(ranking, 'Live Show Rankings');
  await expect(ranking.getByText('The Later Show', { exact: true })).toBeVisible();
  const entries = ranking.getByRole('listitem');
  await expect(entries.filter({ hasText: /^1\s*ma\s*manzanita\s*41$/ })).toBeVisible();
  await expect(entries).toHaveCount(5);
  await expectText(ranking, 'View All 6 Entries');
  await expectHref(ranking.getByRole('link', { name: /^View All/ }), '/leaderboard');

  const sooner = await addShow(admin, 'The Sooner Show', 8 * HOUR);
  await setStatus(admin, sooner, 'live');
  await expectText(ranking, 'No predictions yet');
  await expect(ranking.getByText('The Sooner Show', { exact: true })).toBeVisible();
  for (const show of [laterShow, sooner]) await setStatus(admin, show, 'closed');
});

test('the schedule lists upcoming shows, and past shows in pages', async ({ site, admin }) => {
  const body = { city: 'Durham', state: 'NC', timeZone: 'America/New_York' };
  const [open, live, past] = await Promise.all(
    [50, 40, -2].map((hours) =>
      admin.call(createShow, {
        body: {
          ...body,
          name: `Night at ${hours} hours`,
          venue: 'The Loom',
          date: new Date(Date.now() + hours * HOUR * 60_000).toISOString(),
        },
      }),
    ),
  );
  if (!open || !live || !past) throw new Error('The three shows are missing.');
  await setStatus(admin, live, 'live');
  const visit = await openAsFan(site);
  const { page } = visit;
  await page.goto('/shows');
  await expectText(page.getByRole('main'), 'Show Schedule');
  const upcoming = findRegion(page, 'Upcoming Shows');
  await expectText(upcoming, 'Upcoming Shows');
  const ticket = findTicket(upcoming, open);
  for (const text of ['The Loom', 'Durham, NC', formatShowDay(open), TIME])
    await expect(ticket.getByText(text)).toBeVisible();
  await expectHref(ticket.getByRole('link', { name: /^Make Prediction/ }), `/game?show=${open.id}`);
  const link = findTicket(upcoming, live).getByRole('link', { name: /^Live/ });
  await expectText(link, 'Live');
  await expectHref(link, `/live-setlist?show=${live.id}`);

  const pastShows = findRegion(page, 'Past Shows');
  await expectText(pastShows, 'Past Shows');
  await expect(pastShows.getByRole('article')).toHaveCount(12);
  await checkAccessibility(page, 'shows');
  const links = findTicket(pastShows, past).getByRole('link');
  await expectText(links, 'View Setlist');
  await expectText(links, 'My Prediction');
  await expectHref(links.first(), `/live-setlist?show=${past.id}`);
  await expectHref(links.nth(1), `/my-predictions?show=${past.id}`);

  await pastShows.getByRole('button', { name: 'Older shows' }).click();
  await expect(pastShows.getByText(past.name)).toHaveCount(0);
  await expect(pastShows.getByRole('article')).toHaveCount(12);
  await expect(pastShows.locator('h2:focus')).toBeVisible();
  await page.reload();
  await expect(pastShows.getByRole('article')).toHaveCount(12);
  await pastShows.getByRole('button', { name: 'Newer shows' }).click();
  await expect(findTicket(pastShows, past)).toBeVisible();
});
