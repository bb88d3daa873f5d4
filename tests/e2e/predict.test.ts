import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { createPrediction, listMyPredictions } from '#contract/predictions.ts';
import { type Show, updateShow } from '#contract/shows.ts';
import { listSongs, type Song } from '#contract/songs.ts';
import { signInByForm } from '../support/browser.ts';
import { addShow, type Person, signInAdmin, signUpFan } from './support/people.ts';
import { expectPicks } from './support/picks.ts';
import { openStage } from './support/stage.ts';
import { readToast } from './support/toast.ts';

const stage = openStage();
let admin: Person;
let songs: Song[];
beforeAll(async () => {
  admin = await signInAdmin(stage.url);
  songs = await admin.call(listSongs);
});

function someSongs(): [Song, Song, Song] {
  const [first, second, third] = songs;
  if (!first || !second || !third) throw new Error('The band has too few songs.');
  return [first, second, third];
}

/** Moves a show so that its predictions lock so many seconds from now. */
async function lockIn(seconds: number, { id }: Show) {
  const date = new Date(Date.now() + (60 * 60 + seconds) * 1_000).toISOString();
  await admin.call(updateShow, { params: { id }, body: { date } });
}

async function fillSignup(page: Page, account: { email: string; username: string }) {
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Username').fill(account.username);
  await page.getByLabel('Password', { exact: true }).fill('front row every night');
  await page.getByLabel('Confirm password').fill('front row every night');
  await page.getByRole('button', { name: 'Create Account' }).click();
}

test('sign up, predict, edit, and the lock falls', async () => {
  const [first, second, third] = someSongs();
  const show = await addShow(admin, 'The Countdown Club', 24 * 60);
  await signUpFan(stage.url, 'clementine');
  const { page, context, complaints } = await stage.visit();

  await page.goto('/signup');
  const email = 'juniper@example.com';
  await fillSignup(page, { email: 'clementine@example.com', username: 'juniper' });
  await readToast(page, 'Registration failed', 'This email address is already registered');
  await fillSignup(page, { email, username: 'Clementine' });
  await readToast(page, 'Registration failed', 'This username is already taken');
  await fillSignup(page, { email, username: 'administrator' });
  await readToast(page, 'Registration failed', 'This username is reserved');
  for (const [label, typed] of [
    ['Email', email],
    ['Username', 'administrator'],
    ['Password', 'front row every night'],
    ['Confirm password', 'front row every night'],
  ] as const)
    expect(await page.getByLabel(label, { exact: true }).inputValue()).toBe(typed);
  await fillSignup(page, { email, username: 'juniper' });
  await page.getByRole('heading', { name: 'Welcome back, juniper!' }).waitFor();
  await readToast(page, 'Welcome to Called It!', 'Your account has been created successfully.');

  await page.getByRole('link', { name: `Make Prediction: ${show.name}` }).click();
  const submit = page.getByRole('button', { name: 'Submit Prediction' });
  expect(await submit.isDisabled()).toBe(true);
  const search = page.getByPlaceholder('Search songs...');
  for (const song of [first, second, third]) {
    await search.fill(song.title.toUpperCase());
    await page.getByRole('button', { name: `Add ${song.title}`, exact: true }).click();
  }
  await page.getByText('3 / 24', { exact: true }).waitFor();
  await expectPicks(page, [first, second, third]);
  expect(await page.getByRole('button', { name: `Add ${third.title}`, exact: true }).count()).toBe(
    0,
  );
  await page.getByRole('button', { name: `Move ${third.title} up` }).click();
  await expectPicks(page, [first, third, second]);
  await drag(page, first, second);
  await expectPicks(page, [third, second, first]);
  await page.getByRole('button', { name: `Remove ${second.title}` }).click();
  await expectPicks(page, [third, first]);
  await page.reload();
  await expectPicks(page, [third, first]);
  await submit.click();
  const sent = 'Good luck! Check back after the show to see your score.';
  await readToast(page, 'Prediction submitted!', sent);
  await page.waitForURL('**/my-predictions');

  await page.getByRole('link', { name: `Edit Prediction: ${show.name}` }).click();
  await expectPicks(page, [third, first]);
  await search.fill(second.title);
  await page.getByRole('button', { name: `Add ${second.title}`, exact: true }).click();
  await page.getByRole('button', { name: 'Update Prediction' }).click();
  const updated = 'Your prediction has been updated successfully.';
  await readToast(page, 'Prediction updated!', updated);
  const edit = page.getByRole('link', { name: `Edit Prediction: ${show.name}` });
  await edit.waitFor();

  // One tab stands in the game, another on the cards, when the last seconds run out.
  const cards = await context.newPage();
  await cards.goto('/my-predictions');
  const editThere = cards.getByRole('link', { name: `Edit Prediction: ${show.name}` });
  await editThere.waitFor();
  await edit.click();
  await expectPicks(page, [third, first, second]);
  await lockIn(8, show);
  await page
    .getByRole('timer')
    .filter({ hasText: /00:00:0\d/ })
    .waitFor();
  await page.getByText('Predictions are closed for this show').waitFor();
  await page.getByRole('timer').waitFor({ state: 'detached' });
  expect(await page.getByRole('button', { name: 'Update Prediction' }).isDisabled()).toBe(true);
  for (const button of await page.getByRole('button', { name: /^(Add|Move|Remove) / }).all())
    expect(await button.isDisabled()).toBe(true);
  await editThere.waitFor({ state: 'detached' });
  await cards.getByText('Pending', { exact: true }).waitFor();
  await cards.goto('/shows');
  await cards
    .getByRole('article')
    .filter({ hasText: show.name })
    .getByRole('button', { name: 'Closed', disabled: true })
    .waitFor();
  expect(complaints).toEqual([]);
  await context.close();
}, 120_000);

test('what the server refuses stays on the sheet', async () => {
  const [first, second, third] = someSongs();
  const fan = await signUpFan(stage.url, 'larkspur');
  const show = await addShow(admin, 'The Early Lock', 24 * 60);
  const late = await addShow(admin, 'The Other Device', 24 * 60);
  const { page, context, complaints } = await stage.visit();
  // Without live updates the page does not hear that the show was moved.
  await page.routeWebSocket('**/ws*', () => {});
  await signInByForm(page, fan);
  const fill = async ({ id }: Show) => {
    await page.goto(`/game?show=${id}`);
    for (const { title } of [first, second])
      await page.getByRole('button', { name: `Add ${title}`, exact: true }).click();
  };
  const submit = page.getByRole('button', { name: 'Submit Prediction' });

  await fill(show);
  await lockIn(-5, show);
  await submit.click();
  await readToast(page, 'Submission failed', 'Predictions are closed for this show');
  await page.getByRole('status').getByText('Predictions are closed for this show').waitFor();
  await expectPicks(page, [first, second]);
  await lockIn(60 * 60, show);
  await page.reload();
  await expectPicks(page, [first, second]);
  await submit.click();
  await page.waitForURL('**/my-predictions');

  await fill(late);
  await fan.call(createPrediction, { body: { showId: late.id, songIds: [third.id] } });
  await submit.click();
  const sentence = 'You already have a prediction for this show. You can edit it instead.';
  await readToast(page, 'Submission failed', sentence);
  await page.waitForURL('**/game?show=*&edit=*');
  await expectPicks(page, [third]);
  await page.getByRole('button', { name: 'Use the draft' }).click();
  await expectPicks(page, [first, second]);
  await lockIn(-5, late);
  await page.getByRole('button', { name: 'Update Prediction' }).click();
  await readToast(page, 'Update failed', 'Predictions are closed for this show');
  await expectPicks(page, [first, second]);
  const [kept] = (await fan.call(listMyPredictions)).filter(({ showId }) => showId === late.id);
  expect(kept?.songs.map(({ id }) => id)).toEqual([third.id]);
  expect(complaints).toEqual([]);
  await context.close();
}, 90_000);

test('a show that was predicted offers its edit wherever it is offered, and opens it at once', async () => {
  const songIds = someSongs().map(({ id }) => id);
  const fan = await signUpFan(stage.url, 'marigold');
  const locked = await addShow(admin, 'The Locked Door', 50);
  const next = await addShow(admin, 'The Next Stop', 70);
  const after = await addShow(admin, 'The Stop After', 80);
  const { id } = await fan.call(createPrediction, { body: { showId: next.id, songIds } });
  const { page, context, complaints } = await stage.visit();
  const ticketOf = ({ name }: Show) => page.getByRole('article').filter({ hasText: name });

  await signInByForm(page, fan);
  for (const path of ['/', '/game', '/shows']) {
    await page.goto(path);
    const edit = ticketOf(next).getByRole('link', { name: 'Edit Prediction' });
    await edit.waitFor();
    expect(await edit.getAttribute('href')).toBe(`/game?show=${next.id}&edit=${id}`);
    await ticketOf(next).getByText('3 / 24 songs', { exact: true }).waitFor();
    await ticketOf(locked).getByRole('button', { name: 'Closed', disabled: true }).waitFor();
    await ticketOf(after).getByRole('link', { name: 'Make Prediction' }).waitFor();
    if (path === '/shows') continue;
    // The lamp passes by the open show that is locked already.
    const lit = page.getByRole('main').locator('article a.bg-lamp');
    expect(await lit.getAttribute('aria-label')).toBe(`Edit Prediction: ${next.name}`);
  }

  await page.goto(`/game?show=${next.id}`);
  await page.waitForURL(`**/game?show=${next.id}&edit=${id}`);
  await expectPicks(page, someSongs());
  // The redirect left nothing behind: back leads out of the game.
  await page.goBack();
  await page.waitForURL('**/shows');
  expect(complaints).toEqual([]);
  await context.close();
}, 60_000);

/** Drags one pick by its grip onto another's place. */
async function drag(page: Page, from: Song, to: Song) {
  const handle = (song: Song) => page.getByRole('button', { name: `Drag ${song.title}, number` });
  const [start, end] = [await handle(from).boundingBox(), await handle(to).boundingBox()];
  if (!start || !end) throw new Error('The picks are not in sight.');
  const x = start.x + 10;
  await page.mouse.move(x, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(x, start.y + start.height / 2 + 10, { steps: 3 });
  await page.mouse.move(x, end.y + end.height / 2, { steps: 10 });
  await page.mouse.up();
}
