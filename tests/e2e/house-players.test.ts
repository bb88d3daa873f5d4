import { expect } from '@playwright/test';
import { getHouseNight, type HouseNight } from '#contract/house-players.ts';
import { formatBeatenPlayers, HOUSE_NAMES, scoreHousePlayers } from '#contract/house-points.ts';
import { getSetlist } from '#contract/setlists.ts';
import type { Show } from '#contract/shows.ts';
import { checkAccessibility } from './support/accessibility.ts';
import { openCard, openMyPredictions } from './support/cards.ts';
import { test } from './support/journey.ts';
import { play, predict, setStatus } from './support/live-show.ts';
import { addShow, type Person, signUpFan } from './support/people.ts';
import { settled } from './support/settled.ts';

async function findHouse(fan: Person, { id }: Show): Promise<HouseNight> {
  const fetchNight = () => fan.call(getHouseNight, { params: { id } });
  // The background job has the lowest priority.
  await expect.poll(async () => (await fetchNight()).players.length, { timeout: 90_000 }).toBe(3);
  return fetchNight();
}

test('a fan follows the house players through a show and sees whom they beat', async ({
  site,
  admin,
  songs,
}) => {
  test.slow();
  const fan = await signUpFan(site.url, 'teasel');
  const show = await addShow(admin, 'The House Call', 24 * 60);
  const [myPick] = songs;
  await predict(fan, show, [myPick]);
  await setStatus(admin, show, 'live');
  const house = await findHouse(fan, show);
  const { page } = await site.visit({ as: fan });
  let houseReads = 0;
  let rowReads = 0;
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('/house')) houseReads += 1;
    if (pathname.endsWith('/me')) rowReads += 1;
  });
  await page.goto(`/show-leaderboard?show=${show.id}`);
  const strip = page.getByRole('region', { name: 'House players' });
  for (const name of Object.values(HOUSE_NAMES)) await expect(strip).toContainText(name);
  // The page's new socket replays the latest changes: the live status and the house players' picks.
  await settled(page);
  const previousReads = houseReads;
  expect(previousReads).toBeLessThanOrEqual(2);

  const rowsBefore = rowReads;

  const [housePick] = house.players.flatMap(({ songs: picks }) => picks);
  for (const id of [myPick.id, housePick?.songId ?? '']) {
    await play(admin, show, [{ id }]);
    const setlist = await fan.call(getSetlist, { params: { id: show.id } });
    for (const { player, points } of scoreHousePlayers(house, { status: 'live' }, setlist))
      await expect(strip).toContainText(`${HOUSE_NAMES[player]}${points} pts`);
  }
  await settled(page);
  expect(houseReads).toBe(previousReads);
  expect(rowReads).toBe(rowsBefore);
  const leaderboard = page.getByRole('region', { name: `Leaderboard of ${show.name}` });
  await expect(leaderboard.getByRole('listitem')).toHaveText([
    /Rank 1.*teasel.*You.*Champion.*41 pts/,
  ]);

  await setStatus(admin, show, 'closed');
  const setlist = await fan.call(getSetlist, { params: { id: show.id } });
  const beaten = scoreHousePlayers(house, { status: 'closed' }, setlist).filter(
    ({ points }) => points < 41,
  );
  const { page: cards } = await openMyPredictions(site, fan);
  await openCard(cards, 'View Results', show.name);
  await expect(
    cards.getByText(formatBeatenPlayers(beaten.map(({ player }) => player))),
  ).toBeVisible();

  await page.getByText('You beat the house').click();
  await page.getByRole('link', { name: 'Who are they?' }).click();
  await expect(page.getByRole('heading', { name: 'House Players', level: 1 })).toBeVisible();
  const row = page.getByRole('row', { name: new RegExp(show.name) });
  await expect(row.getByRole('cell')).toHaveCount(5);
  await checkAccessibility(page, 'house');
  await page.goto('/leaderboard');
  await expect(strip).toContainText('1 game, average');
});
