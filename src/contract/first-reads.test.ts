import { expect, test } from 'vitest';
import { createGetParam, firstReads, type Read } from './first-reads.ts';
import type { Page } from './page.ts';
import { PAGES } from './pages.ts';

const pages: Record<string, Page> = PAGES;

/** URLs of a page's first reads; a trailing '#' marks a read that needs the total count. */
function listUrls(name: string, search: string, liveId?: string) {
  const params = Object.fromEntries(new URLSearchParams(search.replace(/\?.*/, '')));
  const query = new URLSearchParams(search.replace(/^[^?]*/, ''));
  return firstReads(pages[name], createGetParam(params, query), liveId).map(toUrl);
}

function toUrl({ endpoint, params = {}, query, isCounted }: Read) {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, key: string) => params[key] ?? '?');
  return `${path}${query ? `?${new URLSearchParams(query)}` : ''}${isCounted ? ' #' : ''}`;
}

const [SHOWS, UPCOMING] = ['/api/shows', '/api/shows/upcoming'];
const SONGS = '/api/songs';
const [MINE, VOIDED] = ['/api/predictions/my-predictions', '/api/predictions/voided'];
const RESULTS = '/api/leaderboard/shows/me';
const [TOURS, HOUSE_RECORD] = ['/api/leaderboard/tours', '/api/leaderboard/house/me'];
const THREADS = '/api/forums/threads?limit=50&offset=0';

const liveReads = (id: string) => [`/api/shows/${id}/setlist`, `/api/leaderboard/show/${id}/me`];
const standings = (id: string, rows: number) => [
  `/api/leaderboard/show/${id}?limit=${rows}&offset=0 #`,
  ...[`/api/leaderboard/show/${id}/me`, `/api/shows/${id}/house`, HOUSE_RECORD],
];
const listBoardUrls = (query: string) => [
  ...[TOURS, `/api/leaderboard/tours/board?${query}&limit=50&offset=0 #`],
  `/api/leaderboard/tours/board/me?${query}`,
];
const GLOBAL_BOARD = [
  ...[TOURS, '/api/leaderboard?limit=50&offset=0 #', '/api/leaderboard/me'],
  ...['/api/leaderboard/house', HOUSE_RECORD],
];

/** In `search`, the path's parameters come before the '?'. */
test.each<[page: string, search: string, liveId: string | undefined, urls: string[]]>([
  ['newThread', '', undefined, []],
  ['nowhere', '', undefined, []],
  ['dashboard', '', undefined, [UPCOMING, MINE]],
  ['dashboard', '', 'live', [UPCOMING, MINE, ...liveReads('live')]],
  ['game', '', undefined, [UPCOMING, MINE]],
  ['game', '?show=a', undefined, ['/api/shows/a', MINE, VOIDED, SONGS]],
  ['game', '?show=a&edit=b', undefined, ['/api/predictions/b', SONGS]],
  ['showSchedule', '', undefined, [SHOWS, MINE]],
  ['myPredictions', '', undefined, [MINE, VOIDED, RESULTS]],
  ['myPredictions', '', 'live', [MINE, VOIDED, RESULTS, ...liveReads('live')]],
  ['showLeaderboard', '', undefined, [SHOWS]],
  ['showLeaderboard', '', 'live', [SHOWS, ...standings('live', 50), '/api/shows/live/setlist']],
  ['showLeaderboard', '?show=a', 'live', [SHOWS, ...standings('a', 50), '/api/shows/a/setlist']],
  ['liveSetlist', '', undefined, [SHOWS, MINE]],
  [
    ...(['liveSetlist', '', 'live'] as const),
    [
      '/api/shows/live/setlist',
      ...standings('live', 20),
      '/api/forums/threads/live',
      '/api/shows/live/setlist/credits',
      MINE,
    ],
  ],
  [
    ...(['liveSetlist', '?show=a', 'live'] as const),
    [
      '/api/shows/a',
      '/api/shows/a/setlist',
      ...standings('a', 20),
      '/api/forums/threads/a',
      '/api/shows/a/setlist/credits',
      MINE,
    ],
  ],
  ['globalLeaderboard', '', undefined, GLOBAL_BOARD],
  ['globalLeaderboard', '?by=luck', undefined, GLOBAL_BOARD],
  [
    'globalLeaderboard',
    '?tour=Winter&by=average',
    undefined,
    listBoardUrls('tour=Winter&by=average'),
  ],
  ['globalLeaderboard', '?year=2026', undefined, listBoardUrls('year=2026&by=total')],
  ['forums', '', undefined, [`${THREADS} #`]],
  ['forums', '?category=Predictions', undefined, [`${THREADS}&category=Predictions #`]],
  ['forums', '?category=Gossip', undefined, [`${THREADS} #`]],
  ['thread', '?id=a', undefined, ['/api/forums/threads/a']],
  ['song', '?id=a', undefined, ['/api/songs/a/history']],
  ['song', '?other=a', undefined, []],
  ['fan', 'username=a', undefined, ['/api/fans/a', '/api/user/blocks']],
  ['fan', '', undefined, []],
  ['fanSheet', 'username=a&id=b', undefined, ['/api/shows/b', '/api/fans/a/shows/b']],
  ['fanSheet', 'username=a?username=c&id=b', undefined, ['/api/shows/b', '/api/fans/a/shows/b']],
  ['fanSheet', 'username=a', undefined, []],
  ['fanSheet', 'id=b', undefined, []],
  ['house', '', undefined, ['/api/house']],
  ['statistics', '', undefined, [MINE, '/api/leaderboard/shows/me', '/api/statistics/me']],
  ['statistics', '?tab=', undefined, [SONGS]],
  ['songDatabase', '', undefined, [SONGS]],
])('%s%s with the live show %s reads %j first', (page, search, liveId, urls) => {
  const sidebar = liveId ? [`/api/leaderboard/show/${liveId}?limit=5 #`] : [];
  expect(listUrls(page, search, liveId)).toEqual([...urls, ...sidebar]);
});
