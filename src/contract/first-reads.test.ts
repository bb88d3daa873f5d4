import { expect, test } from 'vitest';
import { firstReads, type Read } from './first-reads.ts';
import { PAGES, type Page } from './pages.ts';

const pages: Record<string, Page> = PAGES;
const LIVE = 'live-show';

/** URLs of a page's first reads; a trailing '#' marks a read that needs the total count. */
function addresses(name: string, search = '', liveId?: string) {
  const getParam = (key: string) => new URLSearchParams(search).get(key);
  return firstReads(pages[name], getParam, liveId).map(addressOf);
}

function addressOf({ endpoint, params = {}, query, isCounted }: Read) {
  const path = endpoint.path.replace(/\{(\w+)\}/, (_, key: string) => params[key] ?? '?');
  return `${path}${query ? `?${new URLSearchParams(query)}` : ''}${isCounted ? ' #' : ''}`;
}

const SIDEBAR = `/api/leaderboard/show/${LIVE}?limit=5 #`;

test('every page reads the first leaderboard rows of the live show for the sidebar', () => {
  expect(addresses('newThread')).toEqual([]);
  expect(addresses('newThread', '', LIVE)).toEqual([SIDEBAR]);
  expect(addresses('nowhere', '', LIVE)).toEqual([SIDEBAR]);
  expect(addresses('myPredictions', '', LIVE)).toEqual([
    '/api/predictions/my-predictions',
    SIDEBAR,
  ]);
});

test('a detail page reads the item in its URL, and nothing without an id', () => {
  expect(addresses('thread', 'id=a')).toEqual(['/api/forums/threads/a']);
  expect(addresses('song', 'id=b')).toEqual(['/api/songs/b/history']);
  expect(addresses('song', 'other=b')).toEqual([]);
});

test('the dashboard reads the setlist of the live show', () => {
  expect(addresses('dashboard')).not.toContain('/api/shows/live-show/setlist');
  expect(addresses('dashboard', '', LIVE)).toContain('/api/shows/live-show/setlist');
});

test('the show leaderboard page reads the first rows, the fan’s own row and the house players', () => {
  const reads = addresses('showLeaderboard', 'show=c');
  expect(reads.some((url) => /\/c\?limit=\d+&offset=0 #$/.test(url))).toBe(true);
  expect(reads).toContain('/api/leaderboard/show/c/me');
  expect(reads).toContain('/api/shows/c/house');
});
