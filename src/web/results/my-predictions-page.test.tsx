import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listMyPredictions, type Prediction } from '#contract/predictions.ts';
import { songIdOf } from '../../../tests/support/live-show-samples.ts';
import { FAN, samplePrediction, sampleShow } from '../../../tests/support/site-samples.ts';
import { testSite } from '../../../tests/support/test-site.tsx';

async function openMine(predictions: Prediction[], query = '') {
  const site = testSite();
  site.answer(listMyPredictions, predictions);
  await site.open(`/my-predictions${query}`, FAN);
  return site;
}

/** A prediction of a show that starts in `hours`. */
const named = (name: string, number: number, hours: number, more: Partial<Prediction> = {}) =>
  samplePrediction(sampleShow(hours, { id: songIdOf(number), name }), [1, 2], more);

const statusOf = (prediction: Prediction, status: string) => ({
  ...prediction,
  show: { ...prediction.show, status },
});

const cardOf = (name: string) => screen.getByRole('article', { name });

function actionsOf(name: string) {
  const card = within(cardOf(name));
  return [...card.queryAllByRole('link'), ...card.queryAllByRole('button')]
    .map(({ textContent }) => textContent)
    .sort();
}

const makePrediction = () => screen.getByRole('link', { name: 'Make Prediction' });

test('links to the game when there are no predictions', async () => {
  await openMine([]);
  screen.getByText('No predictions yet');
  expect(makePrediction().getAttribute('href')).toBe('/game');
});

test('a card has its show, when it was submitted, and the first 6 songs', async () => {
  const show = sampleShow(0, { date: '2030-03-10T23:30:00Z' });
  await openMine([samplePrediction(show, [8, 1, 7, 2, 6, 3, 5, 4])]);
  screen.getByRole('heading', { level: 1, name: 'My Predictions' });
  const card = within(cardOf(show.name));
  for (const text of ['Richmond, VA', 'Sunday, March 10, 2030', '7:30 PM EDT', 'Pending'])
    card.getByText(text);
  card.getByText(/^8 songs selected · Submitted Jul \d, 2026, \d{1,2}:\d\d [AP]M$/);
  expect(card.getAllByRole('listitem')).toHaveLength(6);
  card.getByText('+2 more...');
});

test('offers editing for an open show until the cutoff', async () => {
  const open = named('An Open Field', 1, 5);
  await openMine([
    open,
    named('A Locked Door', 2, 59 / 60),
    named('A Counted Night', 3, 5, { points: 1 }),
  ]);
  expect(actionsOf('An Open Field')).toEqual(['Edit Prediction', 'Share Link', 'View & Download']);
  const edit = within(cardOf('An Open Field')).getByRole('link', { name: /^Edit Prediction/ });
  expect(edit.getAttribute('href')).toBe(`/game?show=${open.showId}&edit=${open.id}`);
  for (const name of ['A Locked Door', 'A Counted Night'])
    expect(actionsOf(name)).toEqual(['Share Link', 'View & Download']);
});

test('a live or closed show offers the results, with points where there are any', async () => {
  await openMine([
    statusOf(named('A Lit Stage', 1, 0), 'live'),
    statusOf(named('A Counted Night', 2, -5, { points: 119 }), 'closed'),
    statusOf(named('A Night Off', 3, -5), 'closed'),
  ]);
  for (const name of ['A Lit Stage', 'A Counted Night', 'A Night Off'])
    expect(actionsOf(name)).toEqual(['Share Link', 'View & Download', 'View Results']);
  within(cardOf('A Lit Stage')).getByText('Live');
  const scored = within(cardOf('A Counted Night'));
  scored.getByText('119');
  scored.getByText('points');
  expect(scored.queryByText('Pending')).toBeNull();
  within(cardOf('A Night Off')).getByText('Pending');
});

test('?show= of a show that was not predicted says so', async () => {
  await openMine([named('An Open Field', 1, 5)], `?show=${songIdOf(2)}`);
  screen.getByText('No prediction for this show');
  expect(makePrediction().getAttribute('href')).toBe('/game');
  const all = screen.getByRole('link', { name: 'View All Predictions' });
  expect(all.getAttribute('href')).toBe('/my-predictions');
});

test('?show= shows one prediction, and leads to all of them', async () => {
  const both = [named('An Open Field', 1, 5), named('A Lit Stage', 2, 5)];
  const { user } = await openMine(both, `?show=${songIdOf(2)}`);
  cardOf('A Lit Stage');
  expect(screen.getAllByRole('article')).toHaveLength(1);
  await user.click(screen.getByRole('link', { name: '← View All Predictions' }));
  cardOf('An Open Field');
});

test('the predictions are fetched whenever the page opens', async () => {
  const site = testSite();
  await site.openWhole('/my-predictions', FAN);
  const before = site.callsOf(listMyPredictions).length;
  await site.user.click(screen.getByRole('link', { name: 'Contact' }));
  await screen.findByRole('heading', { level: 1, name: 'Contact' });
  expect(site.callsOf(listMyPredictions)).toHaveLength(before);
  await site.user.click(screen.getByRole('link', { name: 'My Predictions' }));
  await screen.findByText('No predictions yet');
  expect(site.callsOf(listMyPredictions)).toHaveLength(before + 1);
});
