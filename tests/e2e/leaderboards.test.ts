import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createPrediction } from '#contract/predictions.ts';
import { addSetlistSong } from '#contract/setlists.ts';
import { setShowStatus } from '#contract/shows.ts';
import { listSongs } from '#contract/songs.ts';
import { inParallel } from '../../scripts/api-person.ts';
import { signInByForm } from '../support/browser.ts';
import { addShow, signInAdmin, signUpFan } from './support/people.ts';
import { openStage } from './support/stage.ts';

const stage = openStage();

/** More than a page of 50; the last of them looks on. */
const FANS = 54;
const nameOf = (fan: number) => `fan-${String(fan).padStart(2, '0')}`;

test('both boards: who has predicted, then ties, medals, pages, and the own row in sight', async () => {
  const admin = await signInAdmin(stage.url);
  const show = await addShow(admin, 'The Crowded House', 24 * 60);
  await addShow(admin, 'The Empty House', 48 * 60);
  const [opener, second, other] = await admin.call(listSongs);
  if (!opener || !second || !other) throw new Error('The band has no songs.');
  const fans = await inParallel(Array.from({ length: FANS }), 4, (_, n) =>
    signUpFan(stage.url, nameOf(n)),
  );
  // Two have the opener, one the second song in its place, the others it elsewhere, the last nothing.
  for (const [n, fan] of fans.entries()) {
    const picks = n < 2 ? [opener] : n === 2 ? [other, second] : [second];
    const songIds = (n === FANS - 1 ? [other] : picks).map(({ id }) => id);
    await fan.call(createPrediction, { body: { showId: show.id, songIds } });
  }
  const viewer = fans.at(-1);
  if (!viewer) throw new Error('Nobody looks on.');
  const { page, context, complaints } = await stage.visit();
  await signInByForm(page, viewer);

  await page.goto('/leaderboard');
  await page.getByText('No leaderboard data yet. Be the first to make a prediction!').waitFor();

  await page.goto('/show-leaderboard');
  await page.getByText('No Show Selected').waitFor();
  await choose(page, 'empty house');
  await page.getByText('No predictions for this show yet').waitFor();
  await choose(page, 'crowded');
  await page.waitForURL(`**/show-leaderboard?show=${show.id}`);
  const board = page.getByRole('region', { name: 'Leaderboard of The Crowded House' });
  const rows = board.getByRole('list').first().getByRole('listitem');
  await rows
    .first()
    .filter({ hasText: `${nameOf(0)}0 pts` })
    .waitFor();
  expect(await namesOf(rows)).toEqual(Array.from({ length: 50 }, (_, n) => nameOf(n)));
  expect(await board.getByText(/Champion|Runner-up|Third Place/).count()).toBe(0);

  const params = { id: show.id };
  await admin.call(setShowStatus, { params, body: { status: 'live' } });
  const viewAll = page.getByRole('link', { name: `View All ${FANS} Entries` });
  await viewAll.waitFor();
  // Where the sidebar shows icons only, the rankings are behind one of them.
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  expect(await viewAll.count()).toBe(0);
  await page.getByRole('button', { name: 'Live Show Rankings' }).click();
  expect(await viewAll.getAttribute('href')).toBe('/leaderboard');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  await viewAll.waitFor();
  await admin.call(addSetlistSong, { params, body: { songId: opener.id } });
  await admin.call(addSetlistSong, { params, body: { songId: second.id } });
  await admin.call(setShowStatus, { params, body: { status: 'closed' } });

  // The page follows by itself. Two share the first rank, so nobody is second.
  await rows.nth(2).filter({ hasText: 'Third Place' }).waitFor();
  expect(await board.getByText('Champion').count()).toBe(2);
  expect(await board.getByText('Runner-up').count()).toBe(0);
  expect(await rows.nth(3).textContent()).toContain('Rank 4');
  await pagesWithOwnRow(page, rows, /Rank 54.*You.*0 pts/);
  await page.reload();
  await rows.nth(2).filter({ hasText: 'Third Place' }).waitFor();

  await page.goto('/leaderboard');
  const everyone = page.getByRole('main').getByRole('list').first().getByRole('listitem');
  await everyone.nth(2).filter({ hasText: 'Top 3' }).waitFor();
  expect(await page.getByText('Top 1').count()).toBe(2);
  expect(await everyone.first().textContent()).toContain('1 game · average 41.0');
  await pagesWithOwnRow(page, everyone, /Rank 54.*You.*0 pts/);
  expect(complaints).toEqual([]);
  await context.close();
}, 120_000);

/** Types a part of a show's name into the dropdown and takes the first that matches. */
async function choose(page: Page, text: string) {
  await page.getByRole('combobox', { name: 'Show' }).fill(text);
  await page.getByRole('option').first().click();
}

async function namesOf(rows: Locator): Promise<string[]> {
  const texts = await rows.allTextContents();
  return texts.map((text) => /fan-\d\d/.exec(text)?.[0] ?? '');
}

/** On the first page one's own row is pinned below the rows; on the second it is one of them. */
async function pagesWithOwnRow(page: Page, rows: Locator, own: RegExp) {
  const pinned = page.getByRole('list', { name: 'Your own row' });
  await page.getByText(`Rows 1–50 of ${FANS}`).waitFor();
  expect(await pinned.textContent()).toMatch(own);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText(`Rows 51–${FANS} of ${FANS}`).waitFor();
  expect(await rows.last().textContent()).toMatch(own);
  expect(await pinned.count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Previous' }).click();
  await page.getByText(`Rows 1–50 of ${FANS}`).waitFor();
}
