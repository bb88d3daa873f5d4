import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listMyPredictions, type Prediction } from '#contract/predictions.ts';
import { sampleSongId } from '../../../tests/support/live-show-samples.ts';
import { FAN, samplePrediction, sampleShow } from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';

async function openStatistics(predictions: Prediction[]) {
  const site = createTestSite();
  site.respond(listMyPredictions, predictions);
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
    ...['Total Points', 'Games Played', 'Average Score', 'Best Score'],
  ]);
  expect(readValues()).toEqual(['0', '0', '0.0', '41']);
  const history = findSection('Prediction History');
  history.getByRole('heading', { name: 'Prediction History' });
  const [pending, completed] = history.getAllByRole('listitem');
  expect(completed?.textContent).toMatch(/^The Summed HallCompleted41 points.* · 1 song/);
  expect(pending?.textContent).toMatch(
    /^The Pending HallPendingNot scored yet.* · 1 song · Submitted \w{3}, Jul \d, \d{1,2}:\d\d [AP]M$/,
  );
  const pendingSection = findSection('Pending Predictions');
  pendingSection.getByRole('heading', { name: 'Pending Predictions' });
  const [row, ...otherRows] = pendingSection.getAllByRole('listitem').map((item) => within(item));
  row?.getByText('Awaiting Results');
  row?.getByText('The Pending Hall');
  expect(otherRows).toEqual([]);
});

test('shows zeros and no pending predictions for a new fan', async () => {
  await openStatistics([]);
  findSection('Prediction History').getByText('No predictions yet');
  findSection('Pending Predictions').getByText('No predictions are waiting for results.');
  expect(readValues()).toEqual(['0', '0', '0.0', '0']);
  expect(screen.queryByRole('region', { name: 'Points per Show' })).toBeNull();
});
