import { expect, test } from 'vitest';
import { firstReads, type Read } from './first-reads.ts';
import { PAGES, type Page } from './pages.ts';

const pages: Record<string, Page> = PAGES;
const LIVE = 'live-show';

/** What a page reads first, as addresses; '#' where it wants the whole count. */
function addresses(name: string, search = '', liveId?: string) {
  const asked = (key: string) => new URLSearchParams(search).get(key);
  return firstReads(pages[name], asked, liveId).map(addressOf);
}

function addressOf({ endpoint, params = {}, query, isCounted }: Read) {
  const path = endpoint.path.replace(/\{(\w+)\}/, (_, key: string) => params[key] ?? '?');
  return `${path}${query ? `?${new URLSearchParams(query)}` : ''}${isCounted ? ' #' : ''}`;
}

const SIDEBAR = `/api/leaderboard/show/${LIVE}?limit=5 #`;

test('every page of a signed-in user has the live show’s first rows beside it', () => {
  expect(addresses('newThread')).toEqual([]);
  expect(addresses('newThread', '', LIVE)).toEqual([SIDEBAR]);
  expect(addresses('nowhere', '', LIVE)).toEqual([SIDEBAR]);
  expect(addresses('myPredictions', '', LIVE)).toEqual([
    '/api/predictions/my-predictions',
    SIDEBAR,
  ]);
});

test('a page of one thing reads what its address names, and nothing where it names none', () => {
  expect(addresses('thread', 'id=a')).toEqual(['/api/forums/threads/a']);
  expect(addresses('song', 'id=b')).toEqual(['/api/songs/b/history']);
  expect(addresses('song', 'other=b')).toEqual([]);
});

test('the dashboard reads the setlist of the show that is on', () => {
  expect(addresses('dashboard')).not.toContain('/api/shows/live-show/setlist');
  expect(addresses('dashboard', '', LIVE)).toContain('/api/shows/live-show/setlist');
});

test('a show’s leaderboard is read from its first row on, with one’s own', () => {
  const reads = addresses('showLeaderboard', 'show=c');
  expect(reads.some((one) => /\/c\?limit=\d+&offset=0 #$/.test(one))).toBe(true);
  expect(reads).toContain('/api/leaderboard/show/c/me');
  expect(reads).toContain('/api/shows/c/house');
});
