import { expect, type Locator, type Page } from '@playwright/test';
import { listShows } from '#contract/shows.ts';
import type { Song } from '#contract/songs.ts';
import { setlistOf } from './live-show.ts';
import type { Person } from './people.ts';

// A night that is entered on a phone.

/** What a thumb has done: the page is never scrolled, so whatever it touches must be in sight. */
export interface Effort {
  taps: number;
  keys: number;
}

/**
 * A thumb on a phone that counts what it does. The page's clock is ours from here on, so this comes
 * before the page opens.
 */
export async function createThumb(page: Page) {
  await page.clock.install();
  const effort: Effort = { taps: 0, keys: 0 };
  return {
    async tap(target: Locator) {
      effort.taps += 1;
      await expect(target).toBeVisible();
      await expect.poll(() => spotOf(target), { message: `${target} in sight` }).not.toBeNull();
      await page.clock.fastForward(REACTION_MS);
      const spot = await spotOf(target);
      if (spot) await page.touchscreen.tap(spot.x, spot.y);
    },
    /**
     * Taps what is offered at this moment, if it is, and says whether that had its effect: the offer
     * may go as the thumb comes.
     */
    async tapIfThere(target: Locator, effect: Locator): Promise<boolean> {
      const [spot] = await target.evaluateAll((parts) =>
        parts.map((part) => {
          const { left, top, width, height } = part.getBoundingClientRect();
          return { x: left + width / 2, y: top + height / 2 };
        }),
      );
      if (!spot) return false;
      effort.taps += 1;
      await page.touchscreen.tap(spot.x, spot.y);
      return effect.waitFor({ timeout: EFFECT_MS }).then(
        () => true,
        () => false,
      );
    },
    async press(key: string) {
      effort.keys += 1;
      await page.keyboard.press(key);
    },
    /** What has been done since the last time. */
    spent(): Effort {
      const { ...spent } = effort;
      Object.assign(effort, { taps: 0, keys: 0 });
      return spent;
    },
  };
}
export type Thumb = Awaited<ReturnType<typeof createThumb>>;

/** A button takes no tap within 300 ms of its coming: no thumb is as fast. */
const REACTION_MS = 350;

/** A tapped song is drawn within a few frames, with or without a line. */
const EFFECT_MS = 5_000;

/** Where it can be touched as the page stands; null where it is out of sight or covered. */
function spotOf(target: Locator): Promise<{ x: number; y: number } | null> {
  const find = (part: Element) => {
    const { left, top, width, height } = part.getBoundingClientRect();
    const spot = { x: left + width / 2, y: top + height / 2 };
    const there = document.elementFromPoint(spot.x, spot.y);
    return there && (part.contains(there) || there.contains(part)) ? spot : null;
  };
  return target.evaluate(find);
}

export const setlistOn = (page: Page) => page.getByRole('region', { name: 'Current setlist' });
export const toolOf = (page: Page, name: string | RegExp) =>
  setlistOn(page).getByRole('button', { name, exact: typeof name === 'string' });
export const rowOf = (page: Page, title: string) =>
  setlistOn(page).getByRole('listitem').filter({ hasText: title }).getByRole('button').first();
export const fieldOf = (page: Page) => page.getByRole('textbox', { name: 'Next song' });

/** Enters a song as it comes: a tap where it is offered, else letters until it is the first found. */
export async function enterSong(page: Page, thumb: Thumb, { title }: Song): Promise<void> {
  const offered = page.getByRole('group', { name: 'Likely songs' }).getByRole('button', {
    name: title,
    exact: true,
  });
  const first = page.getByRole('group', { name: 'Songs found' }).getByRole('button').first();
  await page.clock.fastForward(REACTION_MS);
  const isIn = await thumb.tapIfThere(offered, rowOf(page, title));
  if (!isIn) {
    const field = fieldOf(page);
    if (!(await field.evaluate((one) => one === document.activeElement))) await thumb.tap(field);
    for (const letter of title) {
      await thumb.press(letter === ' ' ? 'Space' : letter);
      if ((await first.textContent())?.startsWith(`${title}Enter`)) break;
    }
    await thumb.press('Enter');
  }
  await expect(rowOf(page, title)).toBeVisible();
}

/** A real night of the band's: the latest show before its last twenty with so many different songs. */
export async function playedSongs(admin: Person, count: number): Promise<Song[]> {
  const shows = await admin.call(listShows);
  const over = shows.filter(({ status }) => status === 'closed').slice(20);
  for (const show of over) {
    const rows = await setlistOf(admin, show);
    const songs = new Map(rows.map(({ song }) => [song.id, song as Song]));
    if (songs.size >= count) return [...songs.values()].slice(0, count);
  }
  throw new Error(`No show has ${count} songs.`);
}
