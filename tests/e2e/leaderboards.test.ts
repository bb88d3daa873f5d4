import { expect, type Locator, type Page } from '@playwright/test';
import { createPrediction } from '#contract/predictions.ts';
import { addSetlistSong } from '#contract/setlists.ts';
import { setShowStatus } from '#contract/shows.ts';
import { listSongs } from '#contract/songs.ts';
import { inParallel } from '../../scripts/api-person.ts';
import { test } from './support/journey.ts';
import { addShow, signUpFan } from './support/people.ts';

/** More than a page of 50; the last of them looks on. */
const FANS = 54;
const nameOf = (fan: number) => `fan-${String(fan).padStart(2, '0')}`;

test('both boards: who has predicted, then ties, medals, pages, and the own row in sight', async ({
  stage,
  admin,
}) => {
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
  const { page } = await stage.visit({ as: viewer });

  await page.goto('/leaderboard');
  await expect(
    page.getByText('No leaderboard data yet. Be the first to make a prediction!'),
  ).toBeVisible();

  await page.goto('/show-leaderboard');
  await expect(page.getByText('No Show Selected')).toBeVisible();
  await choose(page, 'empty house');
  await expect(page.getByText('No predictions for this show yet')).toBeVisible();
  await choose(page, 'crowded');
  await page.waitForURL(`**/show-leaderboard?show=${show.id}`);
  const board = page.getByRole('region', { name: 'Leaderboard of The Crowded House' });
  const rows = board.getByRole('list').first().getByRole('listitem');
  await expect(rows.first().filter({ hasText: `${nameOf(0)}0 pts` })).toBeVisible();
  expect(await namesOf(rows)).toEqual(Array.from({ length: 50 }, (_, n) => nameOf(n)));
  await expect(board.getByText(/Champion|Runner-up|Third Place/)).toHaveCount(0);

  const params = { id: show.id };
  await admin.call(setShowStatus, { params, body: { status: 'live' } });
  const viewAll = page.getByRole('link', { name: `View All ${FANS} Entries` });
  await expect(viewAll).toBeVisible();
  // Where the sidebar shows icons only, the rankings are behind one of them.
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  await expect(viewAll).toHaveCount(0);
  await page.getByRole('button', { name: 'Live Show Rankings' }).click();
  await expect(viewAll).toHaveAttribute('href', '/leaderboard');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  await expect(viewAll).toBeVisible();
  await admin.call(addSetlistSong, { params, body: { songId: opener.id } });
  await admin.call(addSetlistSong, { params, body: { songId: second.id } });
  await admin.call(setShowStatus, { params, body: { status: 'closed' } });

  // The page follows by itself. Two share the first rank, so nobody is second.
  await expect(rows.nth(2).filter({ hasText: 'Third Place' })).toBeVisible();
  await expect(board.getByText('Champion')).toHaveCount(2);
  await expect(board.getByText('Runner-up')).toHaveCount(0);
  await expect(rows.nth(3)).toContainText('Rank 4');
  await pagesWithOwnRow(page, rows, /Rank 54.*You.*0 pts/);
  await page.reload();
  await expect(rows.nth(2).filter({ hasText: 'Third Place' })).toBeVisible();

  await page.goto('/leaderboard');
  const everyone = page.getByRole('main').getByRole('list').first().getByRole('listitem');
  await expect(everyone.nth(2).filter({ hasText: 'Top 3' })).toBeVisible();
  await expect(page.getByText('Top 1')).toHaveCount(2);
  await expect(everyone.first()).toContainText('1 game · average 41.0');
  await pagesWithOwnRow(page, everyone, /Rank 54.*You.*0 pts/);
});

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
  await expect(page.getByText(`Rows 1–50 of ${FANS}`)).toBeVisible();
  await expect(pinned).toHaveText(own);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText(`Rows 51–${FANS} of ${FANS}`)).toBeVisible();
  await expect(rows.last()).toHaveText(own);
  await expect(pinned).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled();
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect(page.getByText(`Rows 1–50 of ${FANS}`)).toBeVisible();
}
