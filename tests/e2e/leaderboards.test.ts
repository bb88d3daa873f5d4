import { expect, type Locator, type Page } from '@playwright/test';
import { PNG } from 'pngjs';
import type { Show } from '#contract/shows.ts';
import { inParallel } from '../../tools/api-client.ts';
import { test } from './support/journey.ts';
import { pressEscape } from './support/keyboard.ts';
import { playWholeShow, predict, setStatus } from './support/live-show.ts';
import { addShow, type Person, signUpFan } from './support/people.ts';
import { settled } from './support/settled.ts';

test.use({ dedicatedServer: true });

/** More than one page of 50. The last fan views the leaderboards. */
const FAN_COUNT = 54;
const buildName = (fan: number) => `fan-${String(fan).padStart(2, '0')}`;

let fans: Person[];
let viewer: Person;
test.beforeAll(async ({ site }) => {
  fans = await inParallel(Array.from({ length: FAN_COUNT }), 4, (_, n) =>
    signUpFan(site.url, buildName(n)),
  );
  const lastFan = fans.at(-1);
  if (!lastFan) throw new Error('No fan signed up.');
  viewer = lastFan;
});

const findLeaderboard = (page: Page, { name }: Show) =>
  page.getByRole('region', { name: `Leaderboard of ${name}` });

test('a show is found by part of its name and lists its entrants in order of submission, without medals', async ({
  site,
  admin,
  songs: [song],
}) => {
  const show = await addShow(admin, 'The Crowded House', 24 * 60);
  await addShow(admin, 'The Empty House', 48 * 60);
  const order = [3, 0, 2, 1];
  for (const n of order) await predict(fans[n] ?? viewer, show, [song]);
  const { page } = await site.visit({ as: viewer });
  await page.goto('/show-leaderboard');
  await choose(page, 'empty house');
  await expect(page.getByText('No predictions for this show yet')).toBeVisible();
  await choose(page, 'crowded');
  await page.waitForURL(`**/show-leaderboard?show=${show.id}`);
  const rows = findLeaderboard(page, show).getByRole('list').first().getByRole('listitem');
  await expect(rows.first().filter({ hasText: `${buildName(3)}0 pts` })).toBeVisible();
  expect(await readNames(rows)).toEqual(order.map(buildName));
  await expect(findLeaderboard(page, show).getByText(/Champion|Runner-up|Third Place/)).toHaveCount(
    0,
  );
});

test('an open leaderboard updates to the final medals, with a shared first rank and no second', async ({
  site,
  admin,
  songs: [opener, second, other],
}) => {
  const show = await addShow(admin, 'The Tied House', 24 * 60);
  // Two fans picked the opener, one the second song in its exact spot, and one in another spot.
  for (const [n, picks] of [[opener], [opener], [other, second], [second]].entries())
    await predict(fans[n] ?? viewer, show, picks);
  const { page } = await site.visit({ as: viewer });
  await page.goto(`/show-leaderboard?show=${show.id}`);
  const leaderboard = findLeaderboard(page, show);
  await expect(leaderboard.getByText(buildName(0))).toBeVisible();
  await playWholeShow(admin, show, [opener, second]);
  const rows = leaderboard.getByRole('list').first().getByRole('listitem');
  await expect(rows.nth(2).filter({ hasText: 'Third Place' })).toBeVisible();
  await expect(leaderboard.getByText('Champion')).toHaveCount(2);
  await expect(leaderboard.getByText('Runner-up')).toHaveCount(0);
  await expect(rows.nth(3)).toContainText('Rank 4');
});

test('the collapsed sidebar opens the live rankings from an icon', async ({
  site,
  admin,
  songs: [song],
}) => {
  const show = await addShow(admin, 'The Lit House', 24 * 60);
  for (const fan of fans.slice(0, 6)) await predict(fan, show, [song]);
  await setStatus(admin, show, 'live');
  const { page } = await site.visit({ as: viewer });
  await page.goto('/');
  const viewAll = page.getByRole('link', { name: 'View All 6 Entries' });
  await expect(viewAll).toBeVisible();
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  await expect(viewAll).toHaveCount(0);
  // The popover's code replaces the button when it loads.
  await settled(page);
  await page.getByRole('button', { name: 'Live Show Rankings' }).click();
  await expect(viewAll).toHaveAttribute('href', '/leaderboard');
  await pressEscape(page);
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  await expect(viewAll).toBeVisible();
  await setStatus(admin, show, 'closed');
});

test.describe('with more fans than a page holds', () => {
  let show: Show;
  test.beforeAll(async ({ admin, songs: [opener, second, other] }) => {
    show = await addShow(admin, 'The Packed House', 24 * 60);
    for (const [n, fan] of fans.entries())
      await predict(fan, show, [n < 2 ? opener : n < FAN_COUNT - 1 ? second : other]);
    await playWholeShow(admin, show, [opener, second]);
  });

  for (const leaderboard of ['show', 'global'] as const)
    test(`the ${leaderboard} leaderboard shows the viewer's own row on every page`, async ({
      site,
    }) => {
      const { page } = await site.visit({ as: viewer });
      await page.goto(
        leaderboard === 'show' ? `/show-leaderboard?show=${show.id}` : '/leaderboard',
      );
      const rows = page.getByRole('main').getByRole('list').first().getByRole('listitem');
      await expectPagesWithOwnRow(page, rows, /Rank 54.*You.*0 pts/);
    });

  test('a leaderboard prints in black on white, without the frame, below the name of the site', async ({
    site,
  }) => {
    const { page } = await site.visit({ as: viewer });
    await page.goto('/leaderboard');
    await expect(page.getByRole('main').getByText('fan-02')).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    expect(await page.evaluate(`getComputedStyle(document.body, '::before').content`)).toBe(
      '"Called It"',
    );
    await expect.poll(async () => findColors(await page.screenshot())).toEqual([]);
  });
});

async function choose(page: Page, text: string) {
  await page.getByRole('combobox', { name: 'Show' }).fill(text);
  await page.getByRole('option').first().click();
}

async function readNames(rows: Locator): Promise<string[]> {
  const contents = await rows.allTextContents();
  return contents.map((text) => /fan-\d\d/.exec(text)?.[0] ?? '');
}

async function expectPagesWithOwnRow(page: Page, rows: Locator, ownRow: RegExp) {
  const pinned = page.getByRole('list', { name: 'Your row' });
  await expect(page.getByText(`Rows 1–50 of ${FAN_COUNT}`)).toBeVisible();
  await expect(rows).toHaveCount(50);
  await expect(pinned).toHaveText(ownRow);
  await page.getByRole('button', { name: 'Next' }).press('Enter');
  await expect(page.getByText(`Rows 51–${FAN_COUNT} of ${FAN_COUNT}`)).toBeVisible();
  await expect(rows.last()).toHaveText(ownRow);
  await expect(pinned).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled();
  await page.getByRole('button', { name: 'Previous' }).press('Enter');
  await expect(page.getByText(`Rows 1–50 of ${FAN_COUNT}`)).toBeVisible();
}

function findColors(screenshot: Buffer): string[] {
  const { data, width } = PNG.sync.read(screenshot);
  const pixels = Array.from({ length: data.length / 4 }, (_, index) => ({
    place: `${index % width}, ${Math.floor(index / width)}`,
    channels: [...data.subarray(index * 4, index * 4 + 3)],
  }));
  const [corner] = pixels;
  const isWhite = corner?.channels.every((channel) => channel === 255);
  const colored = pixels.filter(
    ({ channels }) => Math.max(...channels) - Math.min(...channels) >= 10,
  );
  return [...(isWhite ? [] : pixels.slice(0, 1)), ...colored.slice(0, 5)].map(
    ({ place, channels }) => `${channels} at ${place}`,
  );
}
