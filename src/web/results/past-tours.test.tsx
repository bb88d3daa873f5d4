import { cleanup, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listMyResults } from '#contract/leaderboards.ts';
import { listMyPredictions } from '#contract/predictions.ts';
import { sampleSongId } from '../../../tests/support/live-show-samples.ts';
import { FAN, samplePrediction, sampleShow } from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';

const findCard = (name: string) => screen.getByRole('article', { name });

test('lists past shows by tour with points and rank, and expands the latest one if no show is open', async () => {
  const past = (name: string, number: number, tourName: string) => {
    const show = { id: sampleSongId(number), name, status: 'closed', tourName };
    return samplePrediction(sampleShow(-24 * number, show), [1, 2], { points: number });
  };
  const site = createTestSite();
  const fall = [past('Last Night', 1, 'Fall'), past('Before', 2, 'Fall')];
  const predictions = [...fall, past('Long Ago', 3, 'Summer'), past('In Silence', 0, 'Summer')];
  site.respond(listMyPredictions, predictions);
  site.respond(listMyResults, [
    { showId: sampleSongId(1), points: 1, rank: 1, total: 2 },
    { showId: sampleSongId(2), points: 2, rank: 3, total: 1204 },
    { showId: sampleSongId(0), points: 0, rank: 1, total: 2 },
    { showId: sampleSongId(7), points: 9, rank: 1, total: 2 },
  ]);
  await site.open('/my-predictions', FAN);
  const namesOf = (tour: string) =>
    within(screen.getByRole('region', { name: tour }))
      .getAllByRole('heading', { level: 3 })
      .map(({ textContent }) => textContent);
  expect(namesOf('Fall')).toEqual(['Last Night', 'Before']);
  expect(namesOf('Summer')).toEqual(['Long Ago', 'In Silence']);
  expect(findCard('Before').textContent).toMatch(/^Rank #3\/ 1,204Before/);
  for (const fact of ['4 shows', 'best 3', '1 win']) screen.getByText(fact);
  within(findCard('Last Night')).getByText('View & Download');
  expect(within(findCard('Before')).queryByText('View & Download')).toBeNull();
  await site.user.click(screen.getByRole('button', { name: 'Songs: Before' }));
  const share = within(findCard('Before')).getByText('Share');
  const view = within(findCard('Before')).getByText('View & Download');
  expect(share.nextElementSibling?.contains(view)).toBe(true);
  within(findCard('Before')).getByText('2 songs selected');
  within(findCard('Before')).getByText(/^Submitted /);
  cleanup();
  const open = sampleShow(5, { id: sampleSongId(9), name: 'An Open Field' });
  site.respond(listMyPredictions, [samplePrediction(open, [1]), ...predictions]);
  await site.open('/my-predictions', FAN);
  expect(within(findCard('Last Night')).queryByText('View & Download')).toBeNull();
});

test.each([
  ['cancelled', "Predictions for this show don't count."],
  ['postponed', 'No new date yet. Predictions are kept.'],
  ['closed', undefined],
])('says what holds for a past show that is %s', async (status, text) => {
  const site = createTestSite();
  const show = sampleShow(-24, { status, locksAt: '2020-03-11T16:00:00Z' });
  site.respond(listMyPredictions, [samplePrediction(show, [1])]);
  site.respond(listMyResults, []);
  await site.open('/my-predictions', FAN);
  const notes = within(screen.getByRole('article')).queryAllByText(/^Predictions|^No new date/);
  expect(notes.map(({ textContent }) => textContent)).toEqual(text ? [text] : []);
});
