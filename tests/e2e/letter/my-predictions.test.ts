import { expect, type Locator, type Page } from '@playwright/test';
import { listMyPredictions } from '#contract/predictions.ts';
import { type Show, updateShow } from '#contract/shows.ts';
import { checkBarriers } from '../support/barriers.ts';
import { type Stage, test } from '../support/journey.ts';
import { countCalls } from '../support/network.ts';
import { play, playToTheEnd, predict, setStatus } from '../support/night.ts';
import { addShow, type Person, signUpFan } from '../support/people.ts';
import { seeText, seeWithin } from '../support/see-text.ts';
import { settled } from '../support/settled.ts';
import { showDay } from '../support/show-day.ts';
import type { Visit } from '../support/visit.ts';

let fan: Person;

let shows: Record<'open' | 'locked' | 'live' | 'silent' | 'scored' | 'unplayed' | 'missed', Show>;
test.beforeAll(async ({ stage, admin, songs }) => {
  fan = await signUpFan(stage.url, 'mahonia');
  const [open, locked, live, silent, scored, unplayed, missed] = [
    await addShow(admin, 'An Open Field', 300),
    await addShow(admin, 'A Locked Door', 300),
    await addShow(admin, 'A Lit Stage', 300),
    await addShow(admin, 'A Dark Stage', 300),
    await addShow(admin, 'A Counted Night', 300),
    await addShow(admin, 'A Night Off', 300),
    await addShow(admin, 'Without Me', 300),
  ];
  shows = { open, locked, live, silent, scored, unplayed, missed };
  const named = (places: readonly number[]) => places.flatMap((place) => songs[place] ?? []);
  for (const show of [locked, live, silent, scored, unplayed])
    await predict(fan, show, named(PICKS));
  await predict(fan, open, named([8, 1, 7, 2, 6, 3, 5, 4]));
  const soon = new Date(Date.now() + 59 * 60_000).toISOString();
  await admin.call(updateShow, { params: { id: locked.id }, body: { date: soon } });
  for (const show of [live, silent]) await setStatus(admin, show, 'live');
  await play(admin, live, songs.slice(1, 5));
  await play(admin, live, [songs[5]], { isCloser: true });
  await playToTheEnd(admin, scored, songs.slice(1, 5), songs[5]);
  await setStatus(admin, unplayed, 'closed');
});

/** Opener, not played, in place, elsewhere, closer: 41 + 0 + 27 + 10 + 41 points of songs 1 to 5. */
const PICKS = [1, 6, 3, 2, 5];

async function openAs(stage: Stage, person: Person): Promise<Visit> {
  const visit = await stage.visit({ as: person });
  await visit.page.goto('/my-predictions');
  return visit;
}

const cardOf = (page: Page, { name }: Show) => page.getByRole('article', { name, exact: true });

async function expectActions(card: Locator, texts: readonly string[]) {
  await expect(card.getByText('View & Download', { exact: true })).toBeVisible();
  const actions = card.getByRole('button').or(card.getByRole('link'));
  await expect(actions).toHaveText([...texts, 'View & Download', 'Share Link']);
}

const makeOn = (page: Page) =>
  page.getByRole('main').getByRole('link', { name: 'Make Prediction' });

test('who has predicted nothing is led to the game', async ({ stage }) => {
  const { page } = await openAs(stage, await signUpFan(stage.url, 'ottoline'));
  await seeText(page, 'No predictions yet');
  await seeText(makeOn(page), 'Make Prediction');
  await expect(makeOn(page)).toHaveAttribute('href', '/game');
});

test('a card has its show, when it was submitted, and the first 6 songs', async ({ stage }) => {
  const { page } = await openAs(stage, fan);
  await seeText(page.getByRole('main'), 'My Predictions');
  const open = cardOf(page, shows.open);
  await expect(open).toBeVisible();
  await expect(open.getByText('Richmond, VA')).toBeVisible();
  await expect(open.getByText(showDay(shows.open), { exact: true })).toBeVisible();
  await expect(open.getByText(/\d{1,2}:\d\d [AP]M E[DS]T/)).toBeVisible();
  await seeText(open, 'Pending');
  await seeWithin(open, '8 songs selected');
  await expect(open.getByText(/Submitted \w{3} \d{1,2}, \d{4}, \d{1,2}:\d\d [AP]M$/)).toBeVisible();
  await expect(open.getByRole('listitem')).toHaveCount(6);
  await seeText(open, '+2 more...');
});

test('an open show offers the edit until the cutoff', async ({ stage }) => {
  const { page } = await openAs(stage, fan);
  const open = cardOf(page, shows.open);
  await expectActions(open, ['Edit Prediction']);
  const { id } = (await fan.call(listMyPredictions)).find(
    ({ showId }) => showId === shows.open.id,
  ) ?? { id: '' };
  await expect(open.getByRole('link', { name: /^Edit Prediction/ })).toHaveAttribute(
    'href',
    `/game?show=${shows.open.id}&edit=${id}`,
  );
  await expectActions(cardOf(page, shows.locked), []);
});

test('a live or closed show offers the results, with points where there are any', async ({
  stage,
}) => {
  const { page } = await openAs(stage, fan);
  const live = cardOf(page, shows.live);
  await seeText(live, 'Live');
  await expectActions(live, ['View Results']);
  const scored = cardOf(page, shows.scored);
  await expect(scored.getByText('119 points', { exact: true })).toBeVisible();
  await expectActions(scored, ['View Results']);
  await seeText(scored, 'View Results');
  const unplayed = cardOf(page, shows.unplayed);
  await seeText(unplayed, 'Pending');
  await expectActions(unplayed, ['View Results']);
});

test('?show= of a show that was not predicted says so', async ({ stage }) => {
  const { page } = await stage.visit({ as: fan });
  const main = page.getByRole('main');
  await page.goto(`/my-predictions?show=${shows.missed.id}`);
  await seeText(main, 'No prediction for this show');
  await expect(makeOn(page)).toHaveAttribute('href', '/game');
  await seeText(main, 'View All Predictions');
});

test('?show= shows one prediction, and leads to all of them', async ({ stage }) => {
  const { page } = await stage.visit({ as: fan });
  const main = page.getByRole('main');
  await page.goto(`/my-predictions?show=${shows.live.id}`);
  await expect(cardOf(page, shows.live)).toBeVisible();
  await expect(main.getByText('View & Download', { exact: true })).toHaveCount(1);
  await seeText(main, '← View All Predictions');
  await main.getByText('← View All Predictions', { exact: true }).click();
  await expect(cardOf(page, shows.open)).toBeVisible();
});

test('the predictions are fetched anew whenever the page opens', async ({ stage }) => {
  const { page } = await openAs(stage, fan);
  const open = cardOf(page, shows.open);
  await expect(open).toBeVisible();
  await settled(page);
  const calls = countCalls(page, listMyPredictions);
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  await sidebar.getByRole('link', { name: 'Contact' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeVisible();
  await settled(page);
  expect(calls()).toBe(0);
  await sidebar.getByRole('link', { name: 'My Predictions' }).click();
  await expect(open).toBeVisible();
  await settled(page);
  expect(calls()).toBe(1);
});

async function openSideBySide(stage: Stage, show: Show) {
  const { page } = await openAs(stage, fan);
  const dialog = page.getByRole('dialog', { name: 'Prediction Results' });
  await cardOf(page, show).getByText('View Results', { exact: true }).click();
  await dialog.getByRole('tab', { name: 'Side-by-Side' }).click();
  const rows = dialog.locator('tbody tr');
  return {
    page,
    dialog,
    rows,
    picked: (place: number) => rows.nth(place).locator('td').first().locator('div').first(),
    counter: (label: string) =>
      dialog.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) }),
    legend: dialog.getByRole('list', { name: 'Legend' }),
  };
}

test('side by side, a scored prediction: counters, both setlists, colours and legend', async ({
  stage,
  songs,
}) => {
  const { page, dialog, rows, picked, counter, legend } = await openSideBySide(stage, shows.scored);
  for (const [label, figure] of [
    ['Correct Position', '3'],
    ['Correct Song', '1'],
    ['Your Score', '119'],
  ] as const) {
    await seeText(dialog, label);
    await expect(counter(label).getByText(figure, { exact: true })).toBeVisible();
  }
  await seeText(dialog.getByRole('columnheader'), 'Your Prediction');
  await seeText(dialog.getByRole('columnheader'), 'Actual Setlist');
  for (const [place, pick] of PICKS.entries()) {
    const cells = rows.nth(place).locator('td');
    await expect(cells.first().getByText(songs[pick]?.title ?? '', { exact: true })).toBeVisible();
    await expect(
      cells.last().getByText(songs[place + 1]?.title ?? '', { exact: true }),
    ).toBeVisible();
  }
  for (const place of [0, 2, 4]) {
    const { r, g, b } = await colourOf(picked(place));
    expect(g).toBeGreaterThan(Math.max(r, b));
  }
  const { r, g, b } = await colourOf(picked(3));
  expect(b).toBeGreaterThan(Math.max(r, g));
  await seeText(rows.nth(4).locator('td').last(), 'Closer');
  await seeText(legend, 'Correct position (27-41 pts)');
  await seeText(legend, 'Correct song, wrong position (10 pts)');
  await seeText(legend, 'Not played');
  await checkBarriers(page, 'results: Side-by-Side');
  await dialog.getByRole('tab', { name: 'Scorecard' }).click();
  await expect(dialog.getByRole('table').first()).toBeVisible();
  await checkBarriers(page, 'results: Scorecard');
});

test('side by side, while the show is live what is missing is not played yet', async ({
  stage,
}) => {
  const { picked, counter, legend } = await openSideBySide(stage, shows.live);
  await expect(counter('Your Score').getByText('–', { exact: true })).toBeVisible();
  await seeText(picked(1), 'not played yet');
  expect(await picked(1).evaluate((cell) => getComputedStyle(cell).borderStyle)).toBe('dashed');
  await seeText(legend, 'Not played yet');
});

for (const show of ['silent', 'unplayed'] as const)
  test(`side by side, no setlist is available of the ${show} show`, async ({ stage }) => {
    const { dialog } = await openSideBySide(stage, shows[show]);
    await seeText(dialog, 'Setlist not available yet');
  });

async function colourOf(cell: Locator): Promise<{ r: number; g: number; b: number }> {
  const colour = await cell.evaluate((element) => getComputedStyle(element).backgroundColor);
  const [r = 0, g = 0, b = 0] = colour.match(/\d+/g)?.map(Number) ?? [];
  return { r, g, b };
}
