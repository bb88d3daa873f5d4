import { expect, type Page } from '@playwright/test';
import { PHONE } from '../support/browser.ts';
import { test } from './support/journey.ts';
import { playWholeShow, predict } from './support/live-show.ts';
import { loadOwnFonts } from './support/own-fonts.ts';
import { addShow, type Person, signUpFan } from './support/people.ts';
import { settled } from './support/settled.ts';

const PAST_SHOWS = 27;

let fan: Person;
test.beforeAll(async ({ site, admin, songs }) => {
  fan = await signUpFan(site.url, 'season-ticket');
  for (let n = 1; n <= PAST_SHOWS; n += 1) {
    const show = await addShow(admin, `The Harborlight Pavilion, Night ${n}`, 24 * 60 + n);
    await predict(fan, show, songs.slice(0, 24));
    await playWholeShow(admin, show, songs.slice(n, n + 2));
  }
  await predict(fan, await addShow(admin, 'The Hall Ahead', 48 * 60), songs.slice(0, 3));
});

test('27 past shows fit in 4,000 px on a phone', async ({ site }) => {
  const { page } = await site.visit({ as: fan, viewport: PHONE });
  await page.goto('/my-predictions');
  const rows = page.getByRole('article').filter({ hasText: 'Night' });
  await expect(rows).toHaveCount(PAST_SHOWS);
  await settled(page);
  await loadOwnFonts(page);
  const [first, last] = [await rows.first().boundingBox(), await rows.last().boundingBox()];
  if (!first || !last) throw new Error('The past shows are not rendered.');
  expect(last.y + last.height - first.y).toBeLessThan(4_000);
});

/** Returns the dots that begin or end a visible line, with the text around them. */
const findEdgeDots = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const dots: { rect: DOMRect; text: string }[] = [];
    const words: DOMRect[] = [];
    const measure = (node: Node, start: number, end: number) => {
      const range = document.createRange();
      range.setStart(node, start);
      range.setEnd(node, end);
      return range.getBoundingClientRect();
    };
    /** What is left of it after its ancestors have clipped it. */
    const isShown = (rect: DOMRect, node: Node) => {
      if (rect.width === 0 || rect.height === 0) return false;
      for (let part = node.parentElement; part; part = part.parentElement) {
        const box = part.getBoundingClientRect();
        const { overflowX } = getComputedStyle(part);
        if (overflowX !== 'visible' && rect.left + rect.width / 2 < box.left) return false;
      }
      return true;
    };
    while (texts.nextNode()) {
      const { currentNode: node } = texts;
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\S+/g)) {
        const rect = measure(node, index, index + word.length);
        if (!isShown(rect, node)) continue;
        if (word === '·')
          dots.push({ rect, text: node.parentElement?.parentElement?.textContent ?? '' });
        else words.push(rect);
      }
    }
    return dots
      .filter(({ rect }) => {
        const line = words.filter(({ top, bottom }) => top < rect.bottom && bottom > rect.top);
        const isBefore = line.some(({ right }) => right <= rect.left + 1 && right > rect.left - 24);
        const isAfter = line.some(({ left }) => left >= rect.right - 1 && left < rect.right + 24);
        return !(isBefore && isAfter);
      })
      .map(({ text }) => text);
  });

for (const width of [320, 360, 390, 430])
  test(`no dot begins or ends a line at ${width} px`, async ({ site }) => {
    const { page } = await site.visit({ as: fan, viewport: { width, height: 800 } });
    for (const path of ['/', '/my-predictions', '/statistics', '/shows']) {
      await page.goto(path);
      await settled(page);
      await loadOwnFonts(page);
      expect(await findEdgeDots(page), path).toEqual([]);
    }
  });
