import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listMyResults } from '#contract/leaderboards.ts';
import { listMyPredictions, type Prediction } from '#contract/predictions.ts';
import { listUpcomingShows } from '#contract/shows.ts';
import { getMyStatistics } from '#contract/statistics.ts';
import { sampleSongId } from '../../../tests/support/live-show-samples.ts';
import { FAN, samplePrediction, sampleShow } from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';

async function openStatistics(predictions: Prediction[]) {
  const site = createTestSite();
  site.respond(listMyPredictions, predictions);
  site.respond(listUpcomingShows, []);
  site.respond(listMyResults, [
    { showId: sampleSongId(1), points: 41, rank: 1, total: 9 },
    { showId: sampleSongId(3), points: 10, rank: 4, total: 9 },
    { showId: sampleSongId(4), points: 0, rank: 1, total: 9 },
  ]);
  await site.open('/statistics', FAN);
}

const findSection = (name: string) => within(screen.getByRole('region', { name }));
const readValues = () => screen.getAllByRole('definition').map(({ textContent }) => textContent);

test('shows totals, a scored prediction and a pending one', async () => {
  const scoredShow = sampleShow(-48, {
    id: sampleSongId(1),
    name: 'The Summed Hall',
    status: 'closed',
  });
  const pendingShow = sampleShow(48, { id: sampleSongId(2), name: 'The Pending Hall' });
  await openStatistics([
    samplePrediction(pendingShow, [1]),
    samplePrediction(scoredShow, [1], { points: 41 }),
  ]);
  screen.getByRole('heading', { level: 1, name: 'Your Statistics' });
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    ...['Total Points', 'Games Played', 'Average Score', 'Best Score', 'Best Rank'],
  ]);
  expect(readValues()).toEqual(['0', '0', '0.0', '41', '#1', 'in 1 of 3 shows']);
  findSection('Points per Show').getByText('a show you won');
  const history = findSection('Prediction History');
  history.getByRole('heading', { name: 'Prediction History' });
  const [pending, completed] = history.getAllByRole('listitem');
  expect(completed?.textContent).toMatch(/^The Summed Hall41 pointsCompleted · 1 song/);
  expect(pending?.textContent).toMatch(
    /^The Pending HallNot scored yetPending · 1 song · Submitted Jul \d, \d{1,2}:\d\d [AP]M$/,
  );
  const pendingSection = findSection('Pending Predictions');
  pendingSection.getByRole('heading', { name: 'Pending Predictions' });
  const [row, ...otherRows] = pendingSection.getAllByRole('listitem').map((item) => within(item));
  row?.getByText('Awaiting Results');
  row?.getByText('The Pending Hall');
  expect(otherRows).toEqual([]);
});

test('shows the points of the best calls, and how often the worst were not played', async () => {
  const site = createTestSite();
  const scored = samplePrediction(sampleShow(-48), [1], { points: 0 });
  site.respond(listMyPredictions, [scored]);
  site.respond(listMyResults, []);
  const rate = { hits: 1, of: 4 };
  const call = (number: number, hits: number, points: number) => ({
    ...{ id: sampleSongId(number), title: `Song ${number}`, picks: 4, hits, points },
  });
  site.respond(getMyStatistics, {
    ...{ opener: rate, closer: rate, exact: rate, any: rate },
    ...{ bestCalls: [call(1, 3, 68)], worstCalls: [call(2, 1, 10)] },
  });
  await site.open('/statistics', FAN);
  expect(findSection('Best Calls').getByRole('link').textContent).toMatch(/3 of 4 times68 points$/);
  expect(findSection('Worst Calls').getByRole('link').textContent).toMatch(/1 of 4 times3 missed$/);
});

test('shows a new fan the first step before the zeros, and no pending predictions', async () => {
  await openStatistics([]);
  const firstStep = screen.getByRole('link', { name: 'Make Prediction' });
  const zeros = screen.getByText('Total Points');
  expect(firstStep.compareDocumentPosition(zeros)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  const headings = screen.getAllByRole('heading').map(({ textContent }) => textContent);
  expect(headings).toEqual(['Your Statistics', 'No predictions yet']);
  expect(screen.queryByRole('region', { name: 'Pending Predictions' })).toBeNull();
  expect(readValues()).toEqual(['0', '0', '0.0', '0']);
  expect(screen.queryByRole('region', { name: 'Points per Show' })).toBeNull();
});
