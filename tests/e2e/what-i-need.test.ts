import { expect } from '@playwright/test';
import { formatOrdinal } from '#contract/ordinals.ts';
import { computeReachablePoints, computeReachableRank } from '#contract/reachable-points.ts';
import { indexSetlist, type PlayedRow, totalPoints } from '#contract/scoring.ts';
import type { Song } from '#contract/songs.ts';
import { PHONE } from '../support/browser.ts';
import { test } from './support/journey.ts';
import { play, predict, setStatus } from './support/live-show.ts';
import { addShow, signUpFan } from './support/people.ts';
import { settled } from './support/settled.ts';

const SONG_COUNT = 16;

test('the reachable points and rank are correct from the first song of a show to its end, without a request', async ({
  site,
  admin,
  songs,
}) => {
  const show = await addShow(admin, 'The Long Night', 24 * 60);
  const played = songs.slice(0, SONG_COUNT);
  const others = songs.slice(SONG_COUNT, 2 * SONG_COUNT);
  const fan = await signUpFan(site.url, 'coneflower');
  const sheets = new Map([
    // Correct, wrong, and in another spot.
    [fan, [...played.slice(0, 4), ...others.slice(0, 4), ...played.slice(9, 13)]],
    [await signUpFan(site.url, 'goldenrod'), [...played.slice(1, 9), ...played.slice(12)]],
    [await signUpFan(site.url, 'loosestrife'), [...others.slice(4, 8), ...played.slice(4, 8)]],
  ]);
  for (const [person, sheet] of sheets) await predict(person, show, sheet);
  await setStatus(admin, show, 'live');
  const { page } = await site.visit({ as: fan, viewport: PHONE });
  await page.goto(`/live-setlist?show=${show.id}`);
  await page.getByRole('tab', { name: 'My picks' }).click();
  const panel = page.getByRole('region', { name: 'What you need now' });
  const rows: PlayedRow[] = [];
  await expect(panel).toContainText(describeReach());
  await settled(page);
  const calls: string[] = [];
  page.on('request', (request) => {
    // The house players predict in the background, independently of songs.
    if (/\/api\/(?!.*\/house$)/.test(request.url())) calls.push(request.url());
  });
  for (const song of played) {
    await play(admin, show, [song]);
    rows.push({ songId: song.id, position: rows.length + 1, isCloser: false });
    await expect(panel).toContainText(describeReach());
  }
  expect(calls).toEqual([]);
  await setStatus(admin, show, 'closed');
  await expect(panel).toContainText(`Final: ${count(fan)} pts`);
  await expect(panel).toContainText('of 3 fans');

  function count(person: typeof fan): number {
    return totalPoints(toPicks(sheets.get(person) ?? []), indexSetlist(rows));
  }

  function describeReach(): string {
    const points = computeReachablePoints(toPicks(sheets.get(fan) ?? []), rows);
    const board = [...sheets.keys()].map((person) => ({
      userId: person.username,
      totalPoints: count(person),
    }));
    const rank = computeReachableRank(points, fan.username, { rows: board, total: board.length });
    return points > count(fan)
      ? `You can still reach ${points} points and ${formatOrdinal(rank ?? 0)} place.`
      : `Nothing left to gain: you have ${points} points.`;
  }
});

function toPicks(songs: readonly Song[]) {
  return songs.map(({ id }, index) => ({ songId: id, position: index + 1 }));
}
