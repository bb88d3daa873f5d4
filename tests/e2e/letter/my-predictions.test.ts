import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { createPrediction, listMyPredictions } from '#contract/predictions.ts';
import { addSetlistSong } from '#contract/setlists.ts';
import { type Show, type ShowStatus, setShowStatus, updateShow } from '#contract/shows.ts';
import { listSongs, type Song } from '#contract/songs.ts';
import { signInByForm, type Visit } from '../../support/browser.ts';
import { addShow, type Person, signInAdmin, signUpFan } from '../support/people.ts';
import { openStage } from '../support/stage.ts';
import { openChecklist } from './checklist.ts';
import { leave } from './leave.ts';
import { MY_PREDICTIONS, SIDE_BY_SIDE } from './my-predictions.lines.ts';
import { countCalls } from './network.ts';
import { showDay } from './show-day.ts';

const stage = openStage();
let admin: Person;
let fan: Person;
let songs: Song[];
let shows: Record<'open' | 'locked' | 'live' | 'silent' | 'scored' | 'unplayed' | 'missed', Show>;
beforeAll(async () => {
  admin = await signInAdmin(stage.url);
  fan = await signUpFan(stage.url, 'marigold');
  songs = await fan.call(listSongs);
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
  for (const show of [locked, live, silent, scored, unplayed]) await predict(show, PICKS);
  await predict(open, [8, 1, 7, 2, 6, 3, 5, 4]);
  const soon = new Date(Date.now() + 59 * 60_000).toISOString();
  await admin.call(updateShow, { params: { id: locked.id }, body: { date: soon } });
  for (const show of [live, scored]) {
    await setStatus(show, 'live');
    await play(show);
  }
  await setStatus(silent, 'live');
  for (const show of [scored, unplayed]) await setStatus(show, 'closed');
}, 120_000);

/** Opener, not played, in place, elsewhere, closer: 41 + 0 + 27 + 10 + 41 points of songs 1 to 5. */
const PICKS = [1, 6, 3, 2, 5];

const song = (place: number) => songs[place] ?? { id: '', title: 'There are not so many songs' };

async function predict(show: Show, picks: readonly number[]) {
  const songIds = picks.map((place) => song(place).id);
  await fan.call(createPrediction, { body: { showId: show.id, songIds } });
}

async function setStatus({ id }: Show, status: ShowStatus) {
  await admin.call(setShowStatus, { params: { id }, body: { status } });
}

async function play({ id }: Show) {
  for (const place of [1, 2, 3, 4, 5]) {
    const body = { songId: song(place).id, isCloser: place === 5 };
    await admin.call(addSetlistSong, { params: { id }, body });
  }
}

async function openAs(person: Person): Promise<Visit> {
  const visit = await stage.visit();
  await signInByForm(visit.page, person);
  await visit.page.goto('/my-predictions');
  return visit;
}

const cardOf = (page: Page, { name }: Show) => page.getByRole('article', { name, exact: true });

async function expectActions(card: Locator, texts: readonly string[]) {
  await card.getByText('View & Download', { exact: true }).waitFor();
  const actions = card.getByRole('button').or(card.getByRole('link'));
  expect(await actions.allTextContents()).toEqual([...texts, 'View & Download', 'Share Link']);
}

test('my predictions', async () => {
  const list = openChecklist(MY_PREDICTIONS);
  const newcomer = await openAs(await signUpFan(stage.url, 'otto'));
  await list.see(newcomer.page, 'No predictions yet');
  const makeOn = (page: Page) =>
    page.getByRole('main').getByRole('link', { name: 'Make Prediction' });
  await list.see(makeOn(newcomer.page), 'Make Prediction');
  expect(await makeOn(newcomer.page).getAttribute('href')).toBe('/game');
  await newcomer.context.close();

  const visit = await openAs(fan);
  const { page } = visit;
  const main = page.getByRole('main');
  await list.see(main, 'My Predictions');
  const open = cardOf(page, shows.open);
  await open.waitFor();
  await open.getByText('Richmond, VA').waitFor();
  await open.getByText(showDay(shows.open), { exact: true }).waitFor();
  await open.getByText(/\d{1,2}:\d\d [AP]M E[DS]T/).waitFor();
  list.tick('show name, city, state, date and time');
  await list.see(open, 'Pending');
  await list.seeWithin(open, '8 songs selected');
  await open.getByText(/Submitted \w{3} \d{1,2}, \d{4}, \d{1,2}:\d\d [AP]M$/).waitFor();
  list.tick('submission date');
  expect(await open.getByRole('listitem').count()).toBe(6);
  list.tick('the first 6 songs');
  await list.see(open, '+2 more...');
  await expectActions(open, ['Edit Prediction']);
  await list.see(open, 'Edit Prediction');
  const { id } = (await fan.call(listMyPredictions)).find(
    ({ showId }) => showId === shows.open.id,
  ) ?? { id: '' };
  expect(await open.getByRole('link', { name: /^Edit Prediction/ }).getAttribute('href')).toBe(
    `/game?show=${shows.open.id}&edit=${id}`,
  );
  await list.see(open, 'View & Download');
  await expectActions(cardOf(page, shows.locked), []);
  const live = cardOf(page, shows.live);
  await list.see(live, 'Live');
  await expectActions(live, ['View Results']);
  const scored = cardOf(page, shows.scored);
  await scored.getByText('119 points', { exact: true }).waitFor();
  list.tick('points');
  await expectActions(scored, ['View Results']);
  await list.see(scored, 'View Results');
  const unplayed = cardOf(page, shows.unplayed);
  await list.see(unplayed, 'Pending');
  await expectActions(unplayed, ['View Results']);

  await page.goto(`/my-predictions?show=${shows.missed.id}`);
  await list.see(main, 'No prediction for this show');
  expect(await makeOn(page).getAttribute('href')).toBe('/game');
  await list.see(main, 'View All Predictions');
  await page.goto(`/my-predictions?show=${shows.live.id}`);
  await live.waitFor();
  expect(await main.getByText('View & Download', { exact: true }).count()).toBe(1);
  list.tick('?show= filters to one show');
  await list.see(main, '← View All Predictions');
  await main.getByText('← View All Predictions', { exact: true }).click();
  await open.waitFor();

  const calls = countCalls(page, listMyPredictions);
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  await sidebar.getByRole('link', { name: 'Contact' }).click();
  await page.getByRole('heading', { level: 1, name: 'Contact' }).waitFor();
  expect(calls()).toBe(0);
  await sidebar.getByRole('link', { name: 'My Predictions' }).click();
  await open.waitFor();
  expect(calls()).toBe(1);
  list.tick('fetched anew whenever it opens');
  await leave(list, visit);
}, 180_000);

test('side by side', async () => {
  const list = openChecklist(SIDE_BY_SIDE);
  const visit = await openAs(fan);
  const { page } = visit;
  const dialog = page.getByRole('dialog', { name: 'Prediction Results' });
  const openResults = async (show: Show) => {
    await cardOf(page, show).getByText('View Results', { exact: true }).click();
    await dialog.getByRole('tab', { name: 'Side-by-Side' }).click();
  };
  const counter = (label: string) =>
    dialog.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) });
  const rows = dialog.locator('tbody tr');
  const picked = (place: number) => rows.nth(place).locator('td').first().locator('div').first();

  await openResults(shows.scored);
  for (const [label, figure] of [
    ['Correct Position', '3'],
    ['Correct Song', '1'],
    ['Your Score', '119'],
  ] as const) {
    await list.see(dialog, label);
    await counter(label).getByText(figure, { exact: true }).waitFor();
  }
  await list.see(dialog.getByRole('columnheader'), 'Your Prediction');
  await list.see(dialog.getByRole('columnheader'), 'Actual Setlist');
  for (const [place, pick] of PICKS.entries()) {
    const cells = rows.nth(place).locator('td');
    await cells.first().getByText(song(pick).title, { exact: true }).waitFor();
    await cells
      .last()
      .getByText(song(place + 1).title, { exact: true })
      .waitFor();
  }
  for (const place of [0, 2, 4]) {
    const { r, g, b } = await colourOf(picked(place));
    expect(g).toBeGreaterThan(Math.max(r, b));
  }
  list.tick('green');
  const { r, g, b } = await colourOf(picked(3));
  expect(b).toBeGreaterThan(Math.max(r, g));
  list.tick('blue');
  await list.see(rows.nth(4).locator('td').last(), 'Closer');
  const legend = dialog.getByRole('list', { name: 'Legend' });
  await list.see(legend, 'Correct position (27-41 pts)');
  await list.see(legend, 'Correct song, wrong position (10 pts)');
  await list.see(legend, 'Not played');

  await page.keyboard.press('Escape');
  await openResults(shows.live);
  await counter('Your Score').getByText('–', { exact: true }).waitFor();
  list.tick('a dash');
  await list.see(picked(1), 'not played yet');
  expect(await picked(1).evaluate((cell) => getComputedStyle(cell).borderStyle)).toBe('dashed');
  await list.see(legend, 'Not played yet');
  for (const show of [shows.silent, shows.unplayed]) {
    await page.keyboard.press('Escape');
    await openResults(show);
    await list.see(dialog, 'Setlist not available yet');
  }
  await leave(list, visit);
}, 180_000);

async function colourOf(cell: Locator): Promise<{ r: number; g: number; b: number }> {
  const colour = await cell.evaluate((element) => getComputedStyle(element).backgroundColor);
  const [r = 0, g = 0, b = 0] = colour.match(/\d+/g)?.map(Number) ?? [];
  return { r, g, b };
}
