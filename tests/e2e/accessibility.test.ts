import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { createPost, createThread } from '#contract/forums.ts';
import { PHONE } from '../support/browser.ts';
import { test } from './support/journey.ts';
import { play, predict, setStatus } from './support/night.ts';
import { addShow, signUpFan } from './support/people.ts';

type Theme = {
  colorScheme: 'dark' | 'light';
  /** At which it is asked for, if not at all of them. */
  width: number;
  options: Parameters<AxeBuilder['options']>[0];
};

const WIDTHS = [320, 390, 768, 1440];
/** Axe takes seconds a picture: each theme is asked at one width, with AXE_SCREENS=all at every one. */
const ASKS_ALL = process.env.AXE_SCREENS === 'all';
/** A theme changes colours and nothing else, so in the second one these rules are left to ask. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];
const THEMES: Theme[] = [
  {
    colorScheme: 'dark',
    width: 390,
    options: { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } },
  },
  {
    colorScheme: 'light',
    width: 1440,
    options: { resultTypes: ['violations'], runOnly: COLOR_RULES },
  },
];

let address: Record<'open' | 'live' | 'scored' | 'song' | 'thread', string>;

/** Long, right-to-left and emoji names; shows in each status; predictions of 24 songs and of one. */
test.beforeAll(async ({ stage, admin, songs }) => {
  const fans = [
    await signUpFan(stage.url, 'rider', 'The Long-Distance Rider From Somewhere North of Duluth'),
    await signUpFan(stage.url, 'farah', 'فرح ليلى'),
    await signUpFan(stage.url, 'sun', 'sunflower 🌻'),
  ];
  const name = 'The Exceedingly Long-Named Amphitheatre at Riverbend Crossing';
  const [open, live, scored] = [
    await addShow(admin, name, 48 * 60),
    await addShow(admin, name, 120),
    await addShow(admin, 'The Test Pavilion', 180),
  ];
  for (const show of [open, live, scored]) {
    await predict(admin, show, songs.slice(0, 24));
    for (const fan of fans) await predict(fan, show, songs.slice(3, 4));
  }
  for (const show of [live, scored]) {
    await setStatus(admin, show, 'live');
    await play(admin, show, songs.slice(2, 8), { notes: 'With a fiddle' });
  }
  await setStatus(admin, scored, 'closed');
  const content = 'See https://example.com/a/long/address for the opener.\n\nIt is the first row.';
  const [first] = fans;
  if (!first) throw new Error('Nobody is there.');
  const thread = await first.call(createThread, {
    body: { title: 'Which song opens?', category: 'General', content },
  });
  await admin.call(createPost, { params: { id: thread.id }, body: { content } });
  address = {
    open: open.id,
    live: live.id,
    scored: scored.id,
    song: songs[0].id,
    thread: thread.id,
  };
});

test.describe('for a visitor', () => {
  for (const path of [
    '/',
    '/login',
    '/signup',
    '/forgot-password',
    '/reset-password',
    '/reset-password#key',
    '/verify-email',
    '/verify-email#key',
    '/first-administrator',
    '/first-administrator#key',
    '/about',
    '/contact',
    '/nowhere',
  ])
    test(`${path} has no barrier`, async ({ stage }) => {
      const { page } = await stage.visit();
      expect(await barriersAt(page, path)).toEqual([]);
    });
});

test.describe('signed in', () => {
  for (const path of [
    '/',
    '/game',
    '/game?show={open}',
    '/shows',
    '/my-predictions',
    '/show-leaderboard?show={scored}',
    '/leaderboard',
    '/house',
    '/live-setlist',
    '/live-setlist?show={scored}',
    '/statistics',
    '/song-database',
    '/song-database?tab=top',
    '/song-database?tab=tours',
    '/song-database?tab=venues',
    '/song-database/song?id={song}',
    '/forums',
    '/forums/new',
    '/forums/thread?id={thread}',
    '/settings',
    '/donate',
    '/admin',
  ])
    test(`${path} has no barrier`, async ({ stage, admin }) => {
      const { page } = await stage.visit({ as: admin });
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, key: keyof typeof address) => address[key]);
      expect(await barriersAt(page, filled)).toEqual([]);
    });

  for (const tab of ['Shows', 'Songs', 'Scoring', 'Users', 'Setup'])
    test(`the tab ${tab} of the panel has no barrier`, async ({ stage, admin }) => {
      const { page } = await stage.visit({ as: admin });
      await page.goto('/admin');
      await page.getByRole('tab', { name: tab, exact: true }).click();
      expect(await barriersHere(page)).toEqual([]);
    });

  test('the panel opens at its top, with the chosen tab in sight on a phone', async ({
    stage,
    admin,
  }) => {
    const { page } = await stage.visit({ as: admin, viewport: PHONE });
    await page.goto('/admin?tab=setup');
    const chosen = page.getByRole('tab', { name: 'Setup', selected: true });
    await expect(chosen).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });

  for (const tab of ['Scorecard', 'Side-by-Side'])
    test(`the results, ${tab}, have no barrier`, async ({ stage, admin }) => {
      const { page } = await stage.visit({ as: admin });
      await page.goto(`/my-predictions?show=${address.scored}`);
      await page.getByRole('button', { name: /^View Results/ }).click();
      await expect(page.getByRole('dialog').getByRole('table').first()).toBeVisible();
      await page.getByRole('tab', { name: tab }).click();
      expect(await barriersHere(page)).toEqual([]);
    });
});

/** Of the headings that can be seen, in the order of the page: of its dialog, where one is open. */
function headingLevels(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    const place = document.querySelector('[role=dialog]') ?? document;
    const headings = [...place.querySelectorAll<HTMLElement>('h1, h2, h3, h4, h5, h6')];
    const first = place === document ? 0 : 1;
    return headings
      .filter((heading) => heading.checkVisibility())
      .map(({ tagName }) => Number(tagName.slice(1)) - first);
  });
}

/** Axe takes for cut off what a browser does not lay out until it is scrolled to. */
function drawWhatIsOutOfSight(): void {
  for (const element of document.querySelectorAll<HTMLElement>('main *'))
    if (getComputedStyle(element).contentVisibility === 'auto')
      element.style.contentVisibility = 'visible';
}

function themesAt(width: number): Theme[] {
  return THEMES.filter((theme) => ASKS_ALL || theme.width === width);
}

async function barriersAt(page: Page, path: string): Promise<string[]> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  return barriersHere(page);
}

/** What axe finds in both themes, and sideways scrolling at every width; each once. */
async function barriersHere(page: Page): Promise<string[]> {
  const found = new Set<string>();
  await expect(
    page
      .getByRole('status')
      .filter({ hasText: /^Loading/ })
      .first(),
  ).toHaveCount(0);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    // What the game's bar covers can be scrolled free: there the window is as high as the page.
    if ((await page.locator('main .sticky.bottom-0').count()) > 0) {
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.setViewportSize({ width, height });
    }
    await page.evaluate(drawWhatIsOutOfSight);
    for (const { colorScheme, options } of themesAt(width)) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const axe = new AxeBuilder({ page }).options(options);
      // Else it opens a page of its own each time, for frames of other origins; there are none.
      const { violations } = await axe.setLegacyMode(true).analyze();
      for (const { id, nodes } of violations)
        found.add(
          `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')} (${colorScheme}, ${width})`,
        );
    }
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - window.innerWidth,
    );
    if (overflow > 0) found.add(`${overflow} px too wide at ${width}`);
    const isCut = await page.evaluate(() =>
      [...document.querySelectorAll('aside div')].some(
        (part) =>
          part.scrollWidth > part.clientWidth && getComputedStyle(part).overflowX === 'auto',
      ),
    );
    if (isCut) found.add(`the sidebar is too narrow for what is in it at ${width}`);
    const levels = await headingLevels(page);
    const isInOrder = levels.every((level, index) => level <= (levels[index - 1] ?? 0) + 1);
    if (!isInOrder) found.add(`headings out of order at ${width}: ${levels.join(' ')}`);
  }
  return [...found];
}
