import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { listLiveShows, type Show } from '#contract/shows.ts';
import { FAN, sampleShow } from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';
import { BottomBar } from './bottom-bar.tsx';

async function openBar(path: string, liveShows: Show[] = []) {
  const site = createTestSite();
  site.respond(listLiveShows, liveShows);
  const { hook } = memoryLocation({ path, static: true });
  await site.renderPart(
    <Router hook={hook}>
      <BottomBar isSidebarOpen={false} onMore={() => {}} />
    </Router>,
    FAN,
  );
  return { ...site, links: screen.getAllByRole('link') };
}

const HOME = ['Home', '/'];
const PREDICT = ['Predict', '/game'];
const LIVE = ['Live', '/live-setlist'];
const LEADERBOARD = ['Leaderboard', '/leaderboard'];

test.each([
  ['no show is live', [], [HOME, PREDICT, LEADERBOARD]],
  ['a show is live', [sampleShow(0, { status: 'live' })], [HOME, PREDICT, LIVE, LEADERBOARD]],
])('while %s, links to its pages with one request', async (_, liveShows, expected) => {
  const { links, listCalls } = await openBar('/about', liveShows);
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual(expected);
  expect(listCalls(listLiveShows)).toHaveLength(1);
});

test.each([
  ['/', [['Home', 'page']]],
  ['/Leaderboard/', [['Leaderboard', 'page']]],
  ['/show-leaderboard', [['Leaderboard', 'true']]],
  ['/about', []],
])('on %s, marks %j', async (path, expected) => {
  const { links } = await openBar(path);
  const marks = links.map((link) => [link.textContent, link.getAttribute('aria-current')]);
  expect(marks.filter(([, current]) => current !== null)).toEqual(expected);
});
