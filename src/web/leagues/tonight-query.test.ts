import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { LeagueBoardDelta } from '#contract/league-board-delta.ts';
import { diffBoards } from '#contract/league-board-rows.ts';
import type { getLeagueTonight } from '#contract/league-boards.ts';
import { TOPIC_EVENT } from '#contract/realtime.ts';
import { createRefetcher } from '#web/realtime/refetcher.ts';
import {
  createMessage,
  createTopicDelta,
  leaderboardRow,
  SHOW_ID,
  standings,
} from '../../../tests/support/live-show-samples.ts';
import { buildTonightQuery } from './tonight-query.ts';

type Tonight = ResponseOf<typeof getLeagueTonight>;

const LEAGUE_ID = '00000000-0000-4000-8000-00000000000a';
const FIRST_PAGE = buildTonightQuery(LEAGUE_ID);
const SECOND_PAGE = buildTonightQuery(LEAGUE_ID, { limit: '50', offset: '50' });
const OTHER_LEAGUE = buildTonightQuery('00000000-0000-4000-8000-00000000000b');

const before = [leaderboardRow(1, 41), leaderboardRow(2, 10)];
const after = [
  { ...leaderboardRow(2, 51), rank: 1 },
  { ...leaderboardRow(1, 41), rank: 2 },
];

let client: QueryClient;
let refetcher: ReturnType<typeof createRefetcher>;
let fetched: string[];
let tonight: Tonight;

beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  refetcher = createRefetcher(
    client,
    () => Promise.reject(new Error('Not requested')),
    () => 1,
  );
  fetched = [];
  const show = { id: SHOW_ID, name: 'Tonight', date: '', timeZone: 'UTC', status: 'live' as const };
  tonight = { show, total: 2, rows: before };
  return () => {
    refetcher.stop();
    client.clear();
    vi.useRealTimers();
  };
});

function show(name: string, query: ReturnType<typeof buildTonightQuery>, data = tonight) {
  client.setQueryData(query.queryKey, data);
  const queryFn = async () => {
    fetched.push(name);
    return data;
  };
  return new QueryObserver<unknown>(client, {
    ...{ queryKey: query.queryKey as readonly unknown[], queryFn, staleTime: Infinity },
    ...(query.meta && { meta: query.meta }),
  }).subscribe(() => {});
}

let version = 1;
function receive(changes: Partial<LeagueBoardDelta> = {}) {
  version += 1;
  const subjectId = LEAGUE_ID;
  const data = { topic: 'leagueBoard', subjectId, version, audience: 1 } as const;
  const board = { showId: SHOW_ID, total: 2, ...diffBoards(before, after), ...changes };
  refetcher.receive({ event: TOPIC_EVENT, data: { ...data, board } });
}

const receiveSong = () => {
  version += 1;
  refetcher.receive(createMessage(version, { topics: ['standings'], standings }, 'scores:update'));
};
const settle = () => vi.advanceTimersByTimeAsync(2_000);
const read = (query = FIRST_PAGE) => client.getQueryData(query.queryKey)?.rows;

test("applies the board's events without a request", async () => {
  show('first', FIRST_PAGE);
  receiveSong();
  receive();
  await settle();
  expect([read(), fetched]).toEqual([after, []]);
});

test('refetches a board once if a member is missing', async () => {
  show('first', FIRST_PAGE, { ...tonight, rows: before.slice(1) });
  receive();
  await settle();
  expect([read(), fetched]).toEqual([before.slice(1), ['first']]);
});

test('refetches a board after an event about another show', async () => {
  show('first', FIRST_PAGE);
  receive({ showId: LEAGUE_ID });
  await settle();
  expect([read(), fetched]).toEqual([before, ['first']]);
});

test('refetches a board after an event without rows', async () => {
  show('first', FIRST_PAGE);
  refetcher.receive(createTopicDelta(LEAGUE_ID, 'leagueBoard'));
  await settle();
  expect(fetched).toEqual(['first']);
});

test('refetches only the later pages of a large league after each song', async () => {
  show('first', FIRST_PAGE);
  show('second', SECOND_PAGE);
  receiveSong();
  receive();
  await settle();
  expect(fetched).toEqual(['second']);
});

test("leaves another league's board unchanged", async () => {
  show('other', OTHER_LEAGUE);
  receive();
  await settle();
  expect([read(OTHER_LEAGUE), fetched]).toEqual([before, []]);
});

test('watches only the league that it shows, on the first page', () => {
  expect(FIRST_PAGE.meta).toMatchObject({ watches: `leagueBoard:${LEAGUE_ID}` });
  expect(SECOND_PAGE.meta).not.toHaveProperty('watches');
});
