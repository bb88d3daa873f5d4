import { expect, test } from 'vitest';
import { firstReads, type Read } from './first-reads.ts';
import type { Page } from './page.ts';
import { PAGES } from './pages.ts';

const pages: Record<string, Page> = PAGES;
const LIVE = 'live-show';

/** URLs of a page's first reads; a trailing '#' marks a read that needs the total count. */
function listUrls(name: string, search = '', liveId?: string) {
  const getParam = (key: string) => new URLSearchParams(search).get(key);
  return firstReads(pages[name], getParam, liveId).map(toUrl);
}

function toUrl({ endpoint, params = {}, query, isCounted }: Read) {
  const path = endpoint.path.replace(/\{(\w+)\}/, (_, key: string) => params[key] ?? '?');
  return `${path}${query ? `?${new URLSearchParams(query)}` : ''}${isCounted ? ' #' : ''}`;
}

const SIDEBAR = `/api/leaderboard/show/${LIVE}?limit=5 #`;

test('every page reads the first leaderboard rows of the live show for the sidebar', () => {
  expect(listUrls('newThread')).toEqual([]);
  expect(listUrls('newThread', '', LIVE)).toEqual([SIDEBAR]);
  expect(listUrls('nowhere', '', LIVE)).toEqual([SIDEBAR]);
  expect(listUrls('myPredictions', '', LIVE)).toEqual([
    '/api/predictions/my-predictions',
    '/api/predictions/voided',
    '/api/leaderboard/shows/me',
    `/api/shows/${LIVE}/setlist`,
    `/api/leaderboard/show/${LIVE}/me`,
    SIDEBAR,
  ]);
});

test('a detail page reads the item in its URL, and nothing without an id', () => {
  expect(listUrls('thread', 'id=a')).toEqual(['/api/forums/threads/a']);
  expect(listUrls('song', 'id=b')).toEqual(['/api/songs/b/history']);
  expect(listUrls('song', 'other=b')).toEqual([]);
});

test('the forums read the threads of the category in the URL', () => {
  const threads = '/api/forums/threads?limit=50&offset=0';
  expect(listUrls('forums', 'category=Predictions')).toEqual([`${threads}&category=Predictions #`]);
  expect(listUrls('forums', 'category=Gossip')).toEqual([`${threads} #`]);
});

test('the dashboard reads the setlist of the live show and the fan’s own row', () => {
  const liveReads = ['/api/shows/live-show/setlist', '/api/leaderboard/show/live-show/me'];
  expect(listUrls('dashboard')).not.toEqual(expect.arrayContaining(liveReads));
  expect(listUrls('dashboard', '', LIVE)).toEqual(expect.arrayContaining(liveReads));
});

test('the show leaderboard page reads the first rows, the fan’s own row and the house players', () => {
  const reads = listUrls('showLeaderboard', 'show=c');
  expect(reads.some((url) => /\/c\?limit=\d+&offset=0 #$/.test(url))).toBe(true);
  expect(reads).toContain('/api/leaderboard/show/c/me');
  expect(reads).toContain('/api/shows/c/house');
  expect(reads).toContain('/api/leaderboard/house/me');
  const liveReads = listUrls('showLeaderboard', '', LIVE);
  expect(liveReads).toContain('/api/leaderboard/show/live-show/me');
  expect(listUrls('showLeaderboard', 'show=c', LIVE)).not.toContain(
    '/api/leaderboard/show/live-show/me',
  );
});

test('the global leaderboard page reads the board in its URL, and only that one', () => {
  expect(listUrls('globalLeaderboard', 'tour=Winter&by=average')).toEqual([
    '/api/leaderboard/tours',
    '/api/leaderboard/tours/board?tour=Winter&by=average&limit=50&offset=0 #',
    '/api/leaderboard/tours/board/me?tour=Winter&by=average',
  ]);
  expect(listUrls('globalLeaderboard', 'by=luck')).toContain(
    '/api/leaderboard?limit=50&offset=0 #',
  );
});
