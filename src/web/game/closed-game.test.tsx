import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listMyPredictions } from '#contract/predictions.ts';
import { getShow, listUpcomingShows, type Show } from '#contract/shows.ts';
import { listSongs } from '#contract/songs.ts';
import { sampleSongId } from '../../../tests/support/live-show-samples.ts';
import {
  FAN,
  samplePrediction,
  sampleShow,
  sampleSong,
} from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';

const songs = [sampleSong(1)];

const listSteps = (region: HTMLElement) =>
  within(region)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);

test.each([
  ['locked', 0.5, 'open', /^Locked. The show starts at \d+:\d\d [AP]M E[SD]T.$/, []],
  ['on now', -1, 'live', 'The show is on now.', ['Watch live']],
  ['over', -5, 'closed', 'The show is over.', []],
] as const)(
  'shows that a predicted show is %s, and links to the next show without a prediction',
  async (_, hours, status, state, links) => {
    const show = sampleShow(hours, { status });
    const [predicted, next] = [2, 3].map((number) =>
      sampleShow(48 + number, { id: sampleSongId(number), name: `Barn ${number}` }),
    ) as [Show, Show];
    const site = createTestSite();
    site.respond(getShow, show);
    site.respond(listSongs, songs);
    site.respond(listUpcomingShows, [show, predicted, next]);
    site.respond(listMyPredictions, [
      samplePrediction(show, [1]),
      samplePrediction(predicted, [1]),
    ]);
    await site.open(`/game?show=${show.id}`, FAN);
    await screen.findByRole('heading', { name: 'You already have a prediction for this show' });
    screen.getByText('Predictions are closed for this show');
    screen.getByText(state);
    await screen.findByRole('link', { name: 'Predict Barn 3' });
    const steps = listSteps(screen.getByRole('main')).map(([text]) => text);
    expect(steps).toEqual(['Predict Barn 3', ...links, 'My Predictions']);
  },
);

test('links to the next show above the closed sheet', async () => {
  const show = sampleShow(5, { status: 'live' });
  const next = sampleShow(48, { id: sampleSongId(2), name: 'Barn 2' });
  const site = createTestSite();
  site.respond(getShow, show);
  site.respond(listSongs, songs);
  site.respond(listUpcomingShows, [show, next]);
  await site.open(`/game?show=${show.id}`, FAN);
  const notice = await screen.findByRole('region', { name: 'Predictions are closed' });
  await within(notice).findByRole('link', { name: 'Predict Barn 2' });
  expect(listSteps(notice)).toEqual([
    ['Predict Barn 2', `/game?show=${next.id}`],
    ['Watch live', `/live-setlist?show=${show.id}`],
  ]);
});
