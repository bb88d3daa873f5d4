import { expect, type Locator, type Page } from '@playwright/test';
import { listShows } from '#contract/shows.ts';
import type { Song } from '#contract/songs.ts';
import { fetchSetlist } from './live-show.ts';
import type { Person } from './people.ts';

/** The page never scrolls, so every target must be in view. */
export interface Effort {
  taps: number;
  keys: number;
}

/** Installs a fake clock, so create it before the page opens. */
export async function createThumb(page: Page) {
  await page.clock.install();
  const effort: Effort = { taps: 0, keys: 0 };
  return {
    async tap(target: Locator) {
      effort.taps += 1;
      await expect(target).toBeVisible();
      await expect.poll(() => findSpot(target), { message: `${target} in view` }).not.toBeNull();
      await page.clock.fastForward(REACTION_MS);
      const spot = await findSpot(target);
      if (spot) await page.touchscreen.tap(spot.x, spot.y);
    },
    /** Returns whether the tap had its effect: the suggestion may disappear before the tap. */
    async tapIfShown(target: Locator, effect: Locator): Promise<boolean> {
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
    takeEffort(): Effort {
      const spentEffort = { ...effort };
      Object.assign(effort, { taps: 0, keys: 0 });
      return spentEffort;
    },
  };
}
export type Thumb = Awaited<ReturnType<typeof createThumb>>;

/** Buttons ignore taps within 300 ms of their appearance, faster than any thumb. */
const REACTION_MS = 350;

/** A tapped song appears within a few frames, even offline. */
const EFFECT_MS = 5_000;

function findSpot(target: Locator): Promise<{ x: number; y: number } | null> {
  const find = (part: Element) => {
    const { left, top, width, height } = part.getBoundingClientRect();
    const spot = { x: left + width / 2, y: top + height / 2 };
    const topmost = document.elementFromPoint(spot.x, spot.y);
    return topmost && (part.contains(topmost) || topmost.contains(part)) ? spot : null;
  };
  return target.evaluate(find);
}

export const findSetlist = (page: Page) => page.getByRole('region', { name: 'Current setlist' });
export const findTool = (page: Page, name: string | RegExp) =>
  findSetlist(page).getByRole('button', { name, exact: typeof name === 'string' });
/** The setlist is the region's first list. Messages about unsent changes name songs too. */
export const findRow = (page: Page, title: string) =>
  findSetlist(page)
    .getByRole('list')
    .first()
    .getByRole('listitem')
    .filter({ hasText: title })
    .getByRole('button')
    .first();
export const findField = (page: Page) => page.getByRole('textbox', { name: 'Next song' });

/** Taps the song if it is suggested. Otherwise, types until it is the first result. */
export async function enterSong(page: Page, thumb: Thumb, { title }: Song): Promise<void> {
  const suggestion = page.getByRole('group', { name: 'Likely songs' }).getByRole('button', {
    name: title,
    exact: true,
  });
  const firstOption = page.getByRole('group', { name: 'Songs found' }).getByRole('button').first();
  await page.clock.fastForward(REACTION_MS);
  const isEntered = await thumb.tapIfShown(suggestion, findRow(page, title));
  if (!isEntered) {
    const field = findField(page);
    if (!(await field.evaluate((element) => element === document.activeElement)))
      await thumb.tap(field);
    for (const letter of title) {
      await thumb.press(letter === ' ' ? 'Space' : letter);
      if ((await firstOption.textContent())?.startsWith(`${title}Enter`)) break;
    }
    await thumb.press('Enter');
  }
  await expect(findRow(page, title)).toBeVisible();
}

/** Skips the latest twenty shows. */
export async function listPlayedSongs(admin: Person, count: number): Promise<Song[]> {
  const shows = await admin.call(listShows);
  const closedShows = shows.filter(({ status }) => status === 'closed').slice(20);
  for (const show of closedShows) {
    const rows = await fetchSetlist(admin, show);
    const songs = new Map(rows.map(({ song }) => [song.id, song as Song]));
    if (songs.size >= count) return [...songs.values()].slice(0, count);
  }
  throw new Error(`No show has ${count} songs.`);
}
