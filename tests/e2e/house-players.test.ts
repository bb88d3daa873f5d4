import { expect } from '@playwright/test';
import { getHouseNight, type HouseNight } from '#contract/house-players.ts';
import { beatenText, HOUSE_NAMES, housePoints } from '#contract/house-points.ts';
import { getSetlist } from '#contract/setlists.ts';
import type { Show } from '#contract/shows.ts';
import { checkAccessibility } from './support/accessibility.ts';
import { openCard, openMyPredictions } from './support/cards.ts';
import { test } from './support/journey.ts';
import { play, predict, setStatus } from './support/live-show.ts';
import { addShow, type Person, signUpFan } from './support/people.ts';
import { settled } from './support/settled.ts';

/** What the house players predicted of a show that has begun: the server sees to it by itself. */
async function houseOf(fan: Person, { id }: Show): Promise<HouseNight> {
  const read = () => fan.call(getHouseNight, { params: { id } });
  // It goes after everything else that the machine has to do.
  await expect.poll(async () => (await read()).players.length, { timeout: 90_000 }).toBe(3);
  return read();
}

test('a fan follows the house players through the night, and reads whom of them they beat', async ({
  stage,
  admin,
  songs,
}) => {
  test.slow();
  const fan = await signUpFan(stage.url, 'teasel');
  const show = await addShow(admin, 'The House Call', 24 * 60);
  const [mine] = songs;
  await predict(fan, show, [mine]);
  await setStatus(admin, show, 'live');
  const house = await houseOf(fan, show);
  const { page } = await stage.visit({ as: fan });
  let asked = 0;
  let rowsAsked = 0;
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('/house')) asked += 1;
    if (pathname.endsWith('/me')) rowsAsked += 1;
  });
  await page.goto(`/show-leaderboard?show=${show.id}`);
  const strip = page.getByRole('region', { name: 'House players' });
  for (const name of Object.values(HOUSE_NAMES)) await expect(strip).toContainText(name);
  // Their songs came with the page. What changed a moment ago is told again as its socket opens, and read:
  // that the show is live, and what the house has, together or one by one.
  await settled(page);
  const before = asked;
  expect(before).toBeLessThanOrEqual(2);

  const rowsBefore = rowsAsked;

  // What nobody of the house has, the fan does, and the other way round.
  const [theirs] = house.players.flatMap(({ songs: picks }) => picks);
  for (const id of [mine.id, theirs?.songId ?? '']) {
    await play(admin, show, [{ id }]);
    const setlist = await fan.call(getSetlist, { params: { id: show.id } });
    for (const { player, points } of housePoints(house, { status: 'live' }, setlist))
      await expect(strip).toContainText(`${HOUSE_NAMES[player]}${points} pts`);
  }
  // No song brings a request, nor one's own row on the board.
  await settled(page);
  expect(asked).toBe(before);
  expect(rowsAsked).toBe(rowsBefore);
  // The board is the fans' alone.
  const board = page.getByRole('region', { name: `Leaderboard of ${show.name}` });
  await expect(board.getByRole('listitem')).toHaveText([/Rank 1.*teasel.*You.*Champion.*41 pts/]);

  await setStatus(admin, show, 'closed');
  const setlist = await fan.call(getSetlist, { params: { id: show.id } });
  const beaten = housePoints(house, { status: 'closed' }, setlist).filter(
    ({ points }) => points < 41,
  );
  const { page: cards } = await openMyPredictions(stage, fan);
  await openCard(cards, 'View Results', show.name);
  await expect(cards.getByText(beatenText(beaten.map(({ player }) => player)))).toBeVisible();

  await page.getByRole('link', { name: 'Who are they?' }).click();
  await expect(page.getByRole('heading', { name: 'House Players', level: 1 })).toBeVisible();
  const row = page.getByRole('row', { name: new RegExp(show.name) });
  await expect(row.getByRole('cell')).toHaveCount(4);
  await checkAccessibility(page, 'house');
  await page.goto('/leaderboard');
  await expect(strip).toContainText('1 game, average');
});
