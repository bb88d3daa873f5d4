import { screen, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { getCredentials } from '#contract/account-links.ts';
import { getCurrentUser, register } from '#contract/accounts.ts';
import { getBand } from '#contract/band.ts';
import { acceptInvitation, INVITATION_INVALID } from '#contract/league-invitations.ts';
import type { League } from '#contract/leagues.ts';
import { getNextSheet, getNextSheetOdds } from '#contract/next-sheet.ts';
import { getNotificationSettings } from '#contract/notifications.ts';
import { createPrediction, listMyPredictions, type Prediction } from '#contract/predictions.ts';
import { listUpcomingShows, type Show } from '#contract/shows.ts';
import { formatSheetLink } from '#web/game/next-sheet/sheet-link.ts';
import { sampleSongId } from '../../../../tests/support/live-show-samples.ts';
import {
  BAND,
  EVERY_NOTIFICATION,
  FAN,
  samplePrediction,
  sampleShow,
  sampleSong,
} from '../../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../../tests/support/test-site.tsx';

const NEXT = sampleShow(30);
const INVITATION = 'AAAAAAAAAAAAAAAAAAAAAA';
const LEAGUE: League = {
  ...{ id: sampleSongId(1), name: 'Rail riders', color: 'teal', isListed: false, memberCount: 2 },
  hidden: null,
  ...{ owner: { userId: sampleSongId(2), username: 'teasel' }, isMember: true, invitation: null },
  startsFrom: { showId: NEXT.id, name: NEXT.name, date: NEXT.date, timeZone: NEXT.timeZone },
};
const SONGS = Array.from({ length: 5 }, (_, index) => sampleSong(index + 1));
const OTHER = sampleShow(6, { id: NEXT.id.replace(/^0/, 'f'), name: 'Last Night' });

const linkTo = (show: Show, ...numbers: number[]) =>
  formatSheetLink({ showId: show.id, songIds: numbers.map(sampleSongId) });

type Options = { path?: string; user?: typeof FAN; show?: Show | null; predictions?: Prediction[] };

async function openPredict(link = '', options: Options = {}) {
  const { path = '/predict', user = null, show = NEXT, predictions = [] } = options;
  const site = createTestSite();
  onTestFinished(() => history.replaceState(null, '', '/'));
  site.respond(getNextSheet, { show, songs: SONGS });
  site.respond(listMyPredictions, predictions);
  site.respond(listUpcomingShows, []);
  site.respond(getNotificationSettings, EVERY_NOTIFICATION);
  site.respond(getCredentials, { isEmailVerified: false, sendsMail: false, passkeys: [] });
  site.respond(getNextSheetOdds, [{ songId: sampleSongId(1), chance: 0.5 }]);
  await site.openWithFrame(path + link, user);
  return site;
}

const findSheet = (name = 'Your Prediction') => within(screen.getByRole('region', { name }));
const listTitles = (name?: string) =>
  findSheet(name)
    .getAllByRole('listitem')
    .map((row) => /Song \d+/.exec(row.textContent ?? '')?.[0]);
const listBodies = (site: ReturnType<typeof createTestSite>) =>
  site.listCalls(createPrediction).map(({ body }) => body);
const clickButton = (site: Awaited<ReturnType<typeof openPredict>>, name: string) =>
  site.user.click(screen.getByRole('button', { name }));

test("keeps a visitor's sheet in the URL and on the device", async () => {
  const site = await openPredict();
  screen.getByRole('heading', { level: 1, name: NEXT.name });
  await clickButton(site, 'Add Song 3');
  await clickButton(site, 'Add Song 1');
  expect(location.hash).toBe(linkTo(NEXT, 3, 1));
  const keys = Object.keys(localStorage).filter((key) => key.includes('draft'));
  expect(keys).toEqual([`called-it:draft:visitor:${NEXT.id}`]);
  expect(site.listAllCalls()).toEqual(['GET /api/next-sheet']);
});

test('draws songs by their odds for a visitor', async () => {
  const site = await openPredict();
  await clickButton(site, 'Surprise me');
  await site.user.click(await screen.findByRole('button', { name: 'Use this song' }));
  expect(listTitles()).toEqual(['Song 1']);
  expect(site.listAllCalls()).toEqual([
    'GET /api/next-sheet',
    `GET /api/next-sheet/${NEXT.id}/odds`,
  ]);
});

test("opens a link's sheet without unknown songs, and offers the draft on this device", async () => {
  const site = await openPredict();
  await clickButton(site, 'Add Song 5');
  history.replaceState(null, '', `/predict${linkTo(NEXT, 2, 99, 4)}`);
  dispatchEvent(new Event('hashchange'));
  await vi.waitFor(() => expect(listTitles()).toEqual(['Song 2', 'Song 4']));
  await clickButton(site, 'Use the draft');
  expect(listTitles()).toEqual(['Song 5']);
});

test('offers a sheet for another show as a sheet for the next one', async () => {
  await openPredict(linkTo(OTHER, 2, 4));
  screen.getByText(/^This sheet was made for another show/);
  expect(listTitles()).toEqual(['Song 2', 'Song 4']);
  expect(location.hash).toBe(linkTo(NEXT, 2, 4));
});

test('shows that there is no show, and keeps the sheet', async () => {
  await openPredict(linkTo(OTHER, 2), { show: null });
  screen.getByRole('heading', { name: 'No show to predict yet' });
  expect(location.hash).toBe(linkTo(OTHER, 2));
});

test('lets an invited visitor sign up and join without a show', async () => {
  await openPredict('', { path: `/predict?invitation=${INVITATION}`, show: null });
  const link = screen.getByRole('link', { name: 'Create an account' });
  const next = encodeURIComponent(`/join?invitation=${INVITATION}`);
  expect(link.getAttribute('href')).toBe(`/signup?next=${next}`);
});

async function signUp(site: Awaited<ReturnType<typeof openPredict>>) {
  site.fill(screen.getByLabelText('Email'), FAN.email);
  site.fill(screen.getByLabelText('Username'), FAN.username);
  site.fill(screen.getByLabelText('Password'), 'front row every night');
  site.fill(screen.getByLabelText('Confirm password'), 'front row every night');
  await clickButton(site, 'Create Account');
}

async function openSignUp() {
  const site = await openPredict(linkTo(NEXT, 2, 4));
  await clickButton(site, 'Submit Prediction');
  await screen.findByRole('heading', { name: 'Create Account' });
  return site;
}

test('keeps the sheet after a rejected sign-up, and submits it after an accepted one', async () => {
  const site = await openSignUp();
  site.reject(register, 'This username is already taken', 409);
  await signUp(site);
  await site.expectToast('Registration failed', 'This username is already taken');
  expect(location.hash).toBe(linkTo(NEXT, 2, 4));

  const prediction = samplePrediction(NEXT, [2, 4]);
  site.respond(register, FAN);
  site.respond(createPrediction, prediction, 'prediction');
  await signUp(site);
  await vi.waitFor(() => expect(location.pathname).toBe('/my-predictions'));
  expect(listBodies(site)).toEqual([{ showId: NEXT.id, songIds: [2, 4].map(sampleSongId) }]);
  await screen.findByText("What's next?");
  expect(Object.keys(localStorage).filter((key) => key.includes('draft'))).toEqual([]);
});

test("keeps a sheet marked as 'Surprise me' after the sign-up", async () => {
  const site = await openPredict();
  await clickButton(site, 'Surprise me');
  await site.user.click(await screen.findByRole('button', { name: 'Use this song' }));
  await clickButton(site, 'Submit Prediction');
  await screen.findByRole('heading', { name: 'Create Account' });
  site.respond(register, FAN);
  site.respond(createPrediction, samplePrediction(NEXT, [1]), 'prediction');
  await signUp(site);
  await vi.waitFor(() => expect(location.pathname).toBe('/my-predictions'));
  expect(listBodies(site)).toEqual([
    { showId: NEXT.id, songIds: [sampleSongId(1)], origin: 'surprise' },
  ]);
});

test.each<[string, boolean]>([
  ['joins the league that invited the visitor', true],
  ['survives an invitation that is no longer valid', false],
])('the submission %s', async (_, isValid) => {
  const site = await openPredict('', { path: `/join?invitation=${INVITATION}` });
  await site.user.click(await screen.findByRole('link', { name: 'Make your prediction' }));
  await site.user.click(await screen.findByRole('button', { name: 'Add Song 2' }));
  await clickButton(site, 'Submit Prediction');
  await screen.findByRole('heading', { name: 'Create Account' });
  site.respond(register, FAN);
  site.respond(createPrediction, samplePrediction(NEXT, [2]), 'prediction');
  if (isValid) site.respond(acceptInvitation, LEAGUE);
  else site.reject(acceptInvitation, INVITATION_INVALID, 404);
  site.respond(getCurrentUser, FAN);
  await signUp(site);
  await screen.findByText("What's next?");
  expect(site.listCalls(acceptInvitation).map(({ path }) => path)).toEqual([
    `/api/invitations/${INVITATION}`,
  ]);
  expect(site.listCalls(createPrediction)).toHaveLength(1);
});

test('keeps the sheet if the submission fails after the sign-up', async () => {
  const site = await openSignUp();
  site.respond(register, FAN);
  site.reject(createPrediction, 'The database is not reachable', 503);
  await signUp(site);
  await screen.findByText('The database is not reachable');
  expect(listTitles()).toEqual(['Song 2', 'Song 4']);
  expect(location.hash).toBe(linkTo(NEXT, 2, 4));
  site.respond(createPrediction, samplePrediction(NEXT, [2, 4]), 'prediction');
  await clickButton(site, 'Submit Prediction');
  await vi.waitFor(() => expect(location.pathname).toBe('/my-predictions'));
});

test('offers a sheet for the following show if its show locks during the sign-up', async () => {
  const site = await openSignUp();
  site.respond(register, FAN);
  site.respond(getNextSheet, { show: OTHER, songs: SONGS });
  await signUp(site);
  await screen.findByText(/^This sheet was made for another show/);
  screen.getByRole('heading', { level: 1, name: OTHER.name });
  expect(listTitles()).toEqual(['Song 2', 'Song 4']);
  expect(site.listCalls(createPrediction)).toEqual([]);
});

test('keeps an existing prediction and shows it next to the sheet', async () => {
  const site = await openSignUp();
  site.respond(register, FAN);
  site.respond(listMyPredictions, [samplePrediction(NEXT, [4, 5])]);
  await signUp(site);
  await screen.findByRole('heading', { name: 'You already have a prediction for this show' });
  expect(listTitles('Your prediction')).toEqual(['Song 4', 'Song 5']);
  expect(listTitles('This sheet')).toEqual(['Song 2', 'Song 4']);
  expect(screen.getAllByText('Only in this list')).toHaveLength(2);
  await clickButton(site, 'Use this sheet instead');
  expect(listTitles()).toEqual(['Song 2', 'Song 4']);
  screen.getByRole('button', { name: 'Update Prediction' });
  expect(site.listCalls(createPrediction)).toEqual([]);
});

test('does not submit a link opened by a signed-in fan before they click the button', async () => {
  const site = await openPredict(linkTo(NEXT, 2, 4), { user: FAN });
  expect(listTitles()).toEqual(['Song 2', 'Song 4']);
  screen.getByRole('button', { name: 'Submit Prediction' });
  expect(site.listCalls(createPrediction)).toEqual([]);
});

test('confirms a sheet that equals the prediction', async () => {
  const predictions = [samplePrediction(NEXT, [2, 4])];
  await openPredict(linkTo(NEXT, 2, 4), { user: FAN, predictions });
  await screen.findByText("What's next?");
});

test('shows a sheet submitted offline as submitted once it is sent', async () => {
  const site = await openPredict(linkTo(NEXT, 2, 4), { user: FAN });
  for (const endpoint of [createPrediction, getBand]) site.failWithNetworkError(endpoint);
  await clickButton(site, 'Submit Prediction');
  await screen.findByText("It will be sent when you're back online.");
  site.respond(getBand, BAND);
  site.respond(createPrediction, samplePrediction(NEXT, [2, 4]), 'prediction');
  window.dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(location.pathname).toBe('/my-predictions'));
  expect(site.listCalls(createPrediction)).toHaveLength(2);
});
