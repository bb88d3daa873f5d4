import { cleanup, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { HOUR } from '#contract/durations.ts';
import { getMyShowRow, getShowLeaderboard } from '#contract/leaderboards.ts';
import { paths } from '#contract/pages.ts';
import { listMyPredictions, type Prediction } from '#contract/predictions.ts';
import { listUpcomingShows, type Show } from '#contract/shows.ts';
import { listTours } from '#contract/tour-boards.ts';
import { saveDraft } from '#web/game/draft-storage.ts';
import { markResultSeen } from '#web/score-display/seen-results.ts';
import {
  leaderboardRow,
  myRow,
  sampleSongId,
} from '../../../../tests/support/live-show-samples.ts';
import { FAN, samplePrediction, sampleShow } from '../../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../../tests/support/test-site.tsx';

async function openDashboard(
  data: { shows?: Show[]; predictions?: Prediction[]; isTourOver?: boolean } = {},
) {
  const site = createTestSite();
  site.respond(listUpcomingShows, data.shows ?? []);
  site.respond(listMyPredictions, data.predictions ?? []);
  const { isTourOver: isOver = false } = data;
  site.respond(listTours, { tours: [{ name: 'Fall', showCount: 1, isOver }], years: [], runs: [] });
  const totals = { totalPoints: 51, gamesPlayed: 2, averageScore: '25.50' };
  await site.open('/', { ...FAN, ...totals });
}

const findSection = (name: string | RegExp) => screen.getByRole('region', { name });

test('greets the fan and shows four totals', async () => {
  await openDashboard();
  screen.getByRole('heading', { level: 1, name: 'Welcome back, madder!' });
  const labels = screen.getAllByRole('term').map(({ textContent }) => textContent);
  expect(labels).toEqual(['Total Points', 'Games Played', 'Average Score', 'Current Rank']);
  const values = screen.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(values).toEqual(['51', '2', '25.5', '--']);
});

test('shows the totals last for a fan without games', async () => {
  const site = createTestSite();
  site.respond(listUpcomingShows, []);
  await site.open('/', FAN);
  const [total] = screen.getAllByRole('term');
  const following = findSection('Quick Actions').compareDocumentPosition(total as Node);
  expect(following & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test('guides a newcomer to their first prediction and explains the points', async () => {
  const site = createTestSite();
  site.respond(listUpcomingShows, [sampleShow(3)]);
  await site.open('/', FAN);
  const step = within(findSection(/^Your first prediction/));
  step.getByText(/^List up to 24 songs in the order you expect them/);
  const points = step.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(points).toEqual([
    expect.stringMatching(/^41.*as opener or closer$/),
    expect.stringMatching(/^27.*in its exact spot$/),
    expect.stringMatching(/^10.*anywhere else$/),
  ]);
  expect(step.getByRole('link').getAttribute('href')).toBe(`/game?show=${sampleShow(3).id}`);
});

test('guides a newcomer to the next open show instead of a locked one', async () => {
  const site = createTestSite();
  const lockedShow = sampleShow(0.5, { name: 'Tonight' });
  const openShow = sampleShow(9, { id: sampleSongId(2), name: 'Tomorrow' });
  site.respond(listUpcomingShows, [lockedShow, openShow]);
  await site.open('/', FAN);
  const step = within(findSection(/^Your first prediction/));
  step.getByRole('link', { name: 'Predict: Tomorrow' });
  expect(step.getByRole('timer').textContent).toMatch(/^Locks in/);
  expect(step.queryByText('No prediction yet')).toBeNull();
});

test('counts down to the lock of the next show until the fan predicts it', async () => {
  const locksAt = new Date(Date.now() + 30.5 * HOUR).toISOString();
  await openDashboard({ shows: [sampleShow(50, { locksAt })] });
  const hero = within(findSection(/^Next show/));
  hero.getByText('No prediction yet');
  expect(hero.getByRole('timer').textContent).toMatch(/^Locks in1 d 6 h$/);
  expect(hero.queryByText(/^Predictions lock /), 'the countdown already says it').toBeNull();
  expect(hero.queryByText('Open')).toBeNull();
  expect(hero.getByRole('link').textContent).toBe('Predict');
});

test('shows when the prediction for the next show locks', async () => {
  const show = sampleShow(4.5);
  await openDashboard({ shows: [show], predictions: [samplePrediction(show, [1, 2])] });
  const hero = within(findSection(/^Next show/));
  expect(hero.getByText(/^You predicted/).textContent).toBe('You predicted 2 songs · locks in 3 h');
  expect(hero.getByRole('timer').textContent).toMatch(/^Starts in04:/);
  const link = hero.getByRole('link', { name: `Change prediction: ${show.name}` });
  expect(link.getAttribute('href')).toContain('edit=');
});

test('offers to finish the draft on this device', async () => {
  const show = sampleShow(4.5);
  const draft = { songIds: [sampleSongId(1), sampleSongId(2)], base: [], savedAt: 0 };
  saveDraft({ userId: FAN.id, showId: show.id }, draft);
  await openDashboard({ shows: [show] });
  const hero = within(findSection(/^Next show/));
  hero.getByText('Draft of 2 songs not sent');
  hero.getByRole('link', { name: `Finish my draft: ${show.name}` });
});

test.each([
  ['cancelled', 'Cancelled', "Predictions for this show don't count."],
  ['postponed', 'Postponed', 'No new date yet. Predictions are kept.'],
])('shows that the only show is %s', async (status, badge, text) => {
  const show = sampleShow(4, { status });
  await openDashboard({ shows: [show], predictions: [samplePrediction(show, [1])] });
  for (const part of [findSection('Next show'), screen.getByRole('article')]) {
    within(part).getByText(badge);
    within(part).getByText(text);
  }
  expect(screen.queryByRole('timer')).toBeNull();
  within(findSection('Your Predictions')).getByText(badge);
  within(findSection('Your Predictions')).getByText(text);
});

test('shows when predictions lock for a show with a custom lock time', async () => {
  const [date, locksAt] = ['2030-03-11T23:30:00Z', '2030-03-11T16:00:00Z'];
  const ownLock = sampleShow(0, { id: sampleSongId(1), date, locksAt });
  const usualLock = sampleShow(0, { id: sampleSongId(2), date });
  await openDashboard({
    predictions: [samplePrediction(ownLock, [1]), samplePrediction(usualLock, [1])],
  });
  const rows = within(findSection('Your Predictions')).getAllByRole('listitem');
  expect(
    rows.map(({ textContent }) => textContent?.includes('Predictions lock at 12:00 PM EDT')),
  ).toEqual([true, false]);
});

test('shows the points and the rank of a new result', async () => {
  const site = createTestSite();
  const show = sampleShow(-3, { status: 'closed' });
  site.respond(listUpcomingShows, []);
  site.respond(listMyPredictions, [samplePrediction(show, [1], { points: 41 })]);
  site.respond(getMyShowRow, myRow(3, 41));
  site.respond(getShowLeaderboard, [leaderboardRow(1, 68)]);
  const release = site.holdResponse(getMyShowRow);
  await site.open('/', { ...FAN, gamesPlayed: 1 });
  const result = within(findSection('Your result is in'));
  const readFigures = () => result.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(readFigures()).toEqual(['41', '–']);
  await release();
  expect(readFigures()).toEqual(['41', '3of 1']);
});

test('shows the points of a seen result without requesting the rank', async () => {
  const prediction = samplePrediction(sampleShow(-3, { status: 'closed' }), [1], { points: 41 });
  markResultSeen(FAN.id, prediction.id);
  await openDashboard({ predictions: [prediction] });
  const figures = within(findSection('Your last result')).getAllByRole('definition');
  expect(figures.map(({ textContent }) => textContent)).toEqual(['41']);
});

test.each([
  ['offers an unseen tour recap after the last show', true],
  ['offers no tour recap during the tour', false],
])('%s', async (_, isTourOver) => {
  const show = sampleShow(-3, { status: 'closed', tourName: 'Fall' });
  const prediction = samplePrediction(show, [1], { points: 41 });
  const data = { isTourOver, predictions: [prediction] };
  markResultSeen(FAN.id, prediction.id);
  const findLink = () => screen.queryByRole('link', { name: 'Your tour recap is ready' });
  await openDashboard(data);
  expect(findLink()?.getAttribute('href')).toBe(
    isTourOver ? paths.tourRecap({ tour: 'Fall' }) : undefined,
  );
  markResultSeen(FAN.id, 'Fall');
  cleanup();
  await openDashboard(data);
  expect(findLink()).toBeNull();
});

test('offers upcoming shows for prediction until they lock', async () => {
  const date = '2030-03-10T23:30:00Z';
  const openShow = sampleShow(0, { date, tourName: 'The Letter Tour' });
  await openDashboard({ shows: [openShow, sampleShow(59 / 60, { id: sampleSongId(2) })] });
  const upcoming = within(findSection('Upcoming Shows Available for Prediction'));
  const [first, second] = upcoming.getAllByRole('article').map((ticket) => within(ticket));
  for (const text of ['Open', 'The Letter Tour', 'Richmond, VA', 'Sunday, March 10, 2030'])
    first?.getByText(text);
  first?.getByText('7:30 PM EDT');
  const link = first?.getByRole('link', { name: /^Make Prediction/ });
  expect(link?.textContent).toBe('Make Prediction');
  expect(link?.getAttribute('href')).toBe(`/game?show=${openShow.id}`);
  expect(second?.getByRole('button', { name: 'Closed' })).toHaveProperty('disabled', true);
  expect(second?.queryByRole('link')).toBeNull();
});

test('marks only the date of the next show', async () => {
  const shows = [0.5, 3, 5].map((hours, n) => sampleShow(hours, { id: sampleSongId(n + 1) }));
  await openDashboard({ shows });
  const stubs = screen
    .getAllByRole('article')
    .map((ticket) => ticket.querySelector('.ticket-stub'));
  expect(stubs.map((stub) => stub?.classList.contains('bg-lamp'))).toEqual([false, true, false]);
});

test('shows an empty state without upcoming shows', async () => {
  await openDashboard();
  screen.getByText('No upcoming shows available at the moment. Check back soon!');
});

test("lists five of the fan's predictions and three quick actions", async () => {
  const predictions = [3, 4, 5, 6, 2, 1].map((number) => {
    const show = sampleShow(0, { name: `Night ${number}`, date: '2030-03-10T23:30:00Z' });
    const points = number === 2 ? 10 : null;
    return samplePrediction({ ...show, id: sampleSongId(number) }, [1, 2], { points });
  });
  await openDashboard({ predictions });
  const panel = within(findSection('Your Predictions'));
  const rows = panel.getAllByRole('listitem').map((row) => within(row));
  const lastItem = panel.getAllByRole('listitem').at(-1);
  expect(rows).toHaveLength(5);
  panel.getByText('6 total');
  rows[0]?.getByText('Night 3');
  for (const text of ['Richmond, VA', 'Mar 10, 2030', '2 songs']) rows[0]?.getByText(text);
  rows[0]?.getByText('Pending');
  expect(lastItem?.textContent).toMatch(/^Night 2.*10 pts$/);
  const actions = within(findSection('Quick Actions')).getAllByRole('link');
  expect(actions.map((link) => link.getAttribute('href'))).toEqual([
    ...['/leaderboard', '/statistics', '/shows'],
  ]);
});
