import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getThread } from '#contract/forums.ts';
import { listMyPredictions } from '#contract/predictions.ts';
import { getShow, listLiveShows, listShows, listUpcomingShows } from '#contract/shows.ts';
import { revealShow } from '#contract/spoilers.ts';
import {
  FAN,
  samplePrediction,
  sampleShow,
  sampleShowThread,
} from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';

const CAREFUL = { ...FAN, spoilersHiddenSince: '2020-05-08T12:00:00.000Z' };
const SHOW = sampleShow(-1, { status: 'live' });

function createSite(show = SHOW) {
  const site = createTestSite();
  site.respond(listLiveShows, show.status === 'live' ? [show] : []);
  site.respond(listShows, [show]);
  site.respond(listUpcomingShows, []);
  site.respond(getShow, show);
  const points = show.status === 'closed' ? 87 : null;
  site.respond(listMyPredictions, [samplePrediction(show, [1, 2], { points })]);
  site.respond(getThread, sampleShowThread(show, { replyCount: 3 }));
  return site;
}

const id = SHOW.id;

test.each([
  ['the dashboard', '/'],
  ['the live show', '/live-setlist?show='],
  ['the leaderboard', '/show-leaderboard?show='],
  ['the thread', '/forums/thread?id='],
  ['my predictions', '/my-predictions?show='],
  ["a fan's sheet", '/fans/teasel/shows/'],
])('hides a live show on %s until the fan reveals it', async (_name, path) => {
  const site = createSite();
  site.respond(revealShow, undefined);
  await site.open(path === '/' ? path : `${path}${id}`, CAREFUL);
  await screen.findByText('is on', { exact: false });
  await site.user.click(screen.getByRole('button', { name: `Show me: ${SHOW.name}` }));
  expect(site.listCalls(revealShow).map(({ path }) => path)).toEqual([
    `/api/user/revealed-shows/${id}`,
  ]);
});

test('shows neither the points nor the result of a hidden show on the dashboard', async () => {
  const closedShow = sampleShow(-5, { status: 'closed' });
  await createSite(closedShow).open('/', CAREFUL);
  await screen.findByText('is over', { exact: false });
  expect(document.body.textContent).not.toContain('87');
});

test('hides the live entries of the bottom bar and the sidebar', async () => {
  await createSite().openWithFrame('/about', CAREFUL);
  expect(screen.queryByText('A show is live')).toBeNull();
  expect(screen.queryByText('Live Show Rankings')).toBeNull();
});
