import { expect, type Locator, type Page } from '@playwright/test';
import type { Show } from '#contract/shows.ts';
import { DESKTOP, PHONE } from '../support/browser.ts';
import { test } from './support/journey.ts';
import { play, predict, setStatus } from './support/live-show.ts';
import { loadOwnFonts } from './support/own-fonts.ts';
import { addShow, type Person, signUpFan } from './support/people.ts';
import { settled } from './support/settled.ts';

/** Ninety characters each. */
const FAN_NAME =
  'The Long-Distance Rider From Somewhere North of Duluth, Who Never Missed a Show in 9 Years';
const SHOW_NAME =
  'The Assembly Rooms at the Far End of the Old Harbor, Where the Ferries Used to Be Repaired';

let fan: Person;
let show: Show;
test.beforeAll(async ({ site, admin, songs }) => {
  const rider = await signUpFan(site.url, 'rider.of.the.northern.line.and.its.branches', FAN_NAME);
  fan = await signUpFan(site.url, 'bystander');
  show = await addShow(admin, SHOW_NAME, 24 * 60);
  await predict(rider, show, songs.slice(0, 3));
  await predict(fan, show, songs.slice(2, 9));
  await predict(fan, await addShow(admin, `${SHOW_NAME} II`, 48 * 60), songs.slice(0, 2));
  await setStatus(admin, show, 'live');
  await play(admin, show, songs.slice(0, 3));
});

/** Opens a page and returns the names that take more than two lines or whose descenders are cut off. */
async function findBadNames(page: Page, url: string): Promise<unknown[]> {
  await page.goto(url);
  await settled(page);
  await loadOwnFonts(page);
  return measureNames(page.locator('body'));
}

/** Page titles and the tables behind charts show the whole name. */
const measureNames = (part: Locator): Promise<unknown[]> =>
  part.evaluate(
    (root, names) => {
      const isName = (text: string | null) => names.some((name) => text?.includes(name));
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const badNames: unknown[] = [];
      let count = 0;
      while (texts.nextNode()) {
        const { currentNode: node } = texts;
        const element = node.parentElement;
        if (!isName(node.textContent) || element?.closest('h1, option, details, .sr-only'))
          continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const box = element?.closest('[class*=line-clamp]')?.getBoundingClientRect();
        const rects = [...range.getClientRects()].filter(
          ({ top, height }) => !box || top + height / 2 < box.bottom,
        );
        const lines = new Set(rects.map(({ top }) => Math.round(top))).size;
        const cutPx = Math.max(...rects.map(({ bottom }) => bottom - (box?.bottom ?? bottom)), 0);
        if (lines > 0) count += 1;
        if (lines > 2 || cutPx > 1) badNames.push({ lines, cutPx, in: element?.outerHTML });
      }
      return count > 0 ? badNames : ['no name is shown'];
    },
    [FAN_NAME, SHOW_NAME],
  );

for (const [device, viewport] of [
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const) {
  test.describe(`on a ${device}`, () => {
    test('names of 90 characters take two lines at most during a show', async ({ site }) => {
      const { page } = await site.visit({ as: fan, viewport });
      for (const url of ['/', '/game', '/my-predictions', `/show-leaderboard?show=${show.id}`])
        expect(await findBadNames(page, url), url).toEqual([]);
      expect(await findBadNames(page, `/live-setlist?show=${show.id}`)).toEqual([]);
      if (viewport === PHONE) await page.getByRole('tab', { name: 'Standings' }).click();
      const standings = page.getByRole(viewport === PHONE ? 'tabpanel' : 'group', {
        name: 'Standings',
      });
      const name = standings.getByText(FAN_NAME);
      await expect(name).toBeVisible();
      expect(await measureNames(standings)).toEqual([]);
      const count = await page.getByText(FAN_NAME).count();
      await name.hover();
      await expect(page.getByText(FAN_NAME)).toHaveCount(count + 1);
    });
  });
}

test.describe('after the show', () => {
  test.beforeAll(async ({ admin }) => setStatus(admin, show, 'closed'));

  for (const [device, viewport] of [
    ['desktop', DESKTOP],
    ['phone', PHONE],
  ] as const) {
    test(`names of 90 characters take two lines at most in results, on a ${device}`, async ({
      site,
    }) => {
      const { page } = await site.visit({ as: fan, viewport });
      for (const url of [
        ...['/', `/live-setlist?show=${show.id}`, `/shows/${show.id}/recap`, '/leaderboard'],
        ...['/statistics', '/shows', '/my-predictions'],
      ])
        expect(await findBadNames(page, url), url).toEqual([]);
      await page.getByRole('button', { name: `View Results: ${SHOW_NAME}`, exact: true }).click();
      // The scorecard below it is a picture, with the whole name of the show.
      const result = page.getByRole('region', { name: 'Your result' });
      await expect(result.getByText(/^\s*won with \d+ pts$/)).toBeVisible();
      expect(await measureNames(result)).toEqual([]);
    });

    test(`the admin panel cuts names, not words of email addresses, on a ${device}`, async ({
      site,
      admin,
    }) => {
      const { page } = await site.visit({ as: admin, viewport });
      expect(await findBadNames(page, `/admin?tab=scoring&show=${show.id}`)).toEqual([]);
      expect(await findBadNames(page, '/admin?tab=users')).toEqual([]);
      const brokenWords = await page.getByRole('tabpanel', { name: 'Users' }).evaluate((panel) => {
        const texts = document.createTreeWalker(panel, NodeFilter.SHOW_TEXT);
        const words: (string | null)[] = [];
        while (texts.nextNode()) {
          const range = document.createRange();
          range.selectNodeContents(texts.currentNode);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          const isEmailPart = /^\S*[.@]\S*$/.test(texts.currentNode.textContent ?? '');
          if (isEmailPart && lines.size > 1) words.push(texts.currentNode.textContent);
        }
        return words;
      });
      expect(brokenWords).toEqual([]);
    });
  }
});
