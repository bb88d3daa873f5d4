import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { getCurrentUser } from '#contract/accounts.ts';
import { getMyShowRow, getShowLeaderboard } from '#contract/leaderboards.ts';
import type { LiveShowState } from '#contract/live-shows.ts';
import { listMyPredictions } from '#contract/predictions.ts';
import { getSetlist } from '#contract/setlists.ts';
import { listSongs } from '#contract/songs.ts';
import { countedQueryFor, queryFor } from '#web/http/query-for.ts';
import {
  message,
  boardRow as row,
  SHOW_ID,
  setlistEntry,
  songDelta,
  songIdOf,
  standings,
  topicDelta,
} from '../../../tests/support/live-show-samples.ts';
import { createRefetcher } from './refetcher.ts';

const ME = { id: '00000000-0000-4000-8000-000000000003', username: 'Fan' };

const boardQuery = (showId: string, limit: string, offset = '0') =>
  countedQueryFor(getShowLeaderboard, { params: { id: showId }, query: { limit, offset } });

const QUERIES = {
  setlist: queryFor(getSetlist, { params: { id: SHOW_ID } }),
  top: boardQuery(SHOW_ID, '20'),
  five: boardQuery(SHOW_ID, '5'),
  second: boardQuery(SHOW_ID, '20', '20'),
  hundred: boardQuery(SHOW_ID, '100'),
  mine: queryFor(getMyShowRow, { params: { id: SHOW_ID } }),
  songs: queryFor(listSongs),
  otherSetlist: queryFor(getSetlist, { params: { id: '00000000-0000-4000-8000-000000000002' } }),
} as const;
type Name = keyof typeof QUERIES;

let client: QueryClient;
let refetcher: ReturnType<typeof createRefetcher>;
let [fetched, liveShowRequests]: [string[], string[]] = [[], []];
let liveShow: LiveShowState | undefined;

beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  [fetched, liveShowRequests] = [[], []];
  liveShow = undefined;
  const fetchLiveShow = async (showId: string) => {
    liveShowRequests.push(showId);
    if (!liveShow) throw new Error('No connection');
    return liveShow;
  };
  refetcher = createRefetcher(client, fetchLiveShow, () => 1);
  client.setQueryData(queryFor(getCurrentUser).queryKey, ME as never);
  setPicks(songIdOf(2), songIdOf(7));
  return () => {
    refetcher.stop();
    client.clear();
    vi.useRealTimers();
  };
});

function setPicks(...songIds: string[]) {
  const songs = songIds.map((id, n) => ({ id, title: id, album: null, position: n + 1 }));
  const mine = songIds.length > 0 ? [{ id: 'p', showId: SHOW_ID, songs }] : [];
  const { queryKey, meta } = queryFor(listMyPredictions);
  client.getQueryCache().build(client, { queryKey, ...(meta && { meta }) });
  client.setQueryData(queryKey, mine as never);
}

/** Puts a query on the page, with what it shows. */
function show(name: Name, data: unknown) {
  const { queryKey, meta } = QUERIES[name];
  client.setQueryData(queryKey as readonly unknown[], data);
  const observer = new QueryObserver(client, {
    queryKey: queryKey as readonly unknown[],
    ...(meta && { meta }),
    queryFn: async () => {
      fetched.push(name);
      return data;
    },
  });
  observer.subscribe(() => undefined);
}

const shown = (name: Name) => client.getQueryData<unknown>([...QUERIES[name].queryKey]);
const board = { rows: [row(1, 0)], total: 900 };
const settle = () => vi.advanceTimersByTimeAsync(2_000);

function openLiveShow() {
  show('setlist', [setlistEntry(1)]);
  for (const name of ['top', 'five'] as const) show(name, board);
  show('mine', { ...row(1, 0), userId: ME.id });
}

describe('an added song', () => {
  it('updates the setlist, the standings and my row without a request', async () => {
    openLiveShow();
    refetcher.receive(songDelta([setlistEntry(1)], [setlistEntry(1), setlistEntry(2)]));
    expect(shown('setlist')).toEqual([setlistEntry(1), setlistEntry(2)]);
    expect(shown('top')).toEqual({ rows: standings.top, total: 900 });
    expect(shown('five')).toEqual({ rows: standings.top.slice(0, 5), total: 900 });
    // Played second but picked first, so it is in the wrong spot.
    expect(shown('mine')).toEqual({ rank: 800, userId: ME.id, username: 'Fan', totalPoints: 10 });
    refetcher.receive(message(2, {}, 'scores:update'));
    await settle();
    expect([fetched, liveShowRequests]).toEqual([[], []]);
  });

  it("leaves another show's setlist unchanged", async () => {
    openLiveShow();
    show('otherSetlist', [setlistEntry(1)]);
    refetcher.receive(songDelta([setlistEntry(1)], [setlistEntry(1), setlistEntry(2)]));
    await settle();
    expect([shown('otherSetlist'), fetched]).toEqual([[setlistEntry(1)], []]);
  });

  it('refetches the board pages and the song list that the delta does not cover', async () => {
    openLiveShow();
    for (const name of ['second', 'hundred', 'songs'] as const) show(name, board);
    refetcher.receive(songDelta([setlistEntry(1)], [setlistEntry(1), setlistEntry(2)]));
    expect(fetched).toEqual([]);
    await settle();
    expect(fetched.toSorted()).toEqual(['hundred', 'second', 'songs']);
  });

  it('is added once and does not overwrite a newer setlist', async () => {
    openLiveShow();
    const three = [setlistEntry(1), setlistEntry(2), setlistEntry(3)];
    refetcher.receive(songDelta([setlistEntry(1)], three));
    refetcher.receive(songDelta([setlistEntry(1)], [setlistEntry(1), setlistEntry(2)]));
    await settle();
    expect([shown('setlist'), fetched]).toEqual([three, []]);
  });

  it('leaves my predictions valid until an event reports changed totals', async () => {
    openLiveShow();
    const isStale = () =>
      client.getQueryState(queryFor(listMyPredictions).queryKey)?.isInvalidated === true;
    refetcher.receive(songDelta([setlistEntry(1)], [setlistEntry(1), setlistEntry(2)]));
    refetcher.receive(message(2, {}, 'scores:update'));
    await settle();
    expect(isStale()).toBe(false);
    refetcher.receive(message(3, { topics: ['standings', 'totals'], standings }, 'scores:update'));
    await settle();
    expect([isStale(), fetched]).toEqual([true, []]);
  });

  it('leaves my row null without a prediction', async () => {
    setPicks();
    openLiveShow();
    client.setQueryData(QUERIES.mine.queryKey, null as never);
    refetcher.receive(songDelta([setlistEntry(1)], [setlistEntry(1), setlistEntry(2)]));
    await settle();
    expect([shown('mine'), fetched]).toEqual([null, []]);
  });

  it('refetches my row after the deletion of a song that I may have picked', async () => {
    openLiveShow();
    refetcher.receive(topicDelta(songIdOf(7), 'song'));
    refetcher.receive(songDelta([setlistEntry(1)], [setlistEntry(1), setlistEntry(2)]));
    await settle();
    expect(fetched.toSorted()).toEqual(['mine', 'setlist']);
  });

  it('sends no request for a song that was just added to the catalogue', async () => {
    setPicks(songIdOf(1), songIdOf(2));
    openLiveShow();
    refetcher.receive(topicDelta(songIdOf(2), 'catalogue'));
    refetcher.receive(songDelta([setlistEntry(1)], [setlistEntry(1), setlistEntry(2)]));
    await settle();
    expect(fetched).toEqual([]);
  });

  it('refetches my row while a setlist fetch in flight may be out of date', async () => {
    setPicks(songIdOf(1), songIdOf(2));
    openLiveShow();
    const both = [setlistEntry(1), setlistEntry(2)];
    void client.fetchQuery({ ...QUERIES.setlist, staleTime: 0, queryFn: async () => both });
    refetcher.receive(songDelta([setlistEntry(1)], both));
    await settle();
    expect([shown('setlist'), fetched]).toEqual([both, ['mine']]);
  });

  it('refetches my row while my predictions are not loaded', async () => {
    openLiveShow();
    client.removeQueries({ queryKey: queryFor(listMyPredictions).queryKey });
    refetcher.receive(songDelta([setlistEntry(1)], [setlistEntry(1), setlistEntry(2)]));
    await settle();
    expect(fetched).toEqual(['mine']);
  });
});

describe('a page that missed a song', () => {
  const all = [setlistEntry(1), setlistEntry(2), setlistEntry(3)];

  it('requests the live show once, after a delay', async () => {
    openLiveShow();
    liveShow = { setlist: all, standings };
    refetcher.receive(songDelta([setlistEntry(1), setlistEntry(2)], all));
    expect([shown('setlist'), liveShowRequests]).toEqual([[setlistEntry(1)], []]);
    await settle();
    expect([liveShowRequests, fetched]).toEqual([[SHOW_ID], []]);
    expect(shown('setlist')).toEqual(all);
    expect(shown('top')).toEqual({ rows: standings.top, total: 900 });
    expect(shown('mine')).toMatchObject({ rank: 800, totalPoints: 10 });
  });

  it('requests the live show once for several messages', async () => {
    openLiveShow();
    const four = [...all, setlistEntry(4)];
    liveShow = { setlist: four, standings };
    refetcher.receive(songDelta([setlistEntry(1), setlistEntry(2)], all));
    refetcher.receive(songDelta(all, four));
    await settle();
    expect([liveShowRequests, fetched]).toEqual([[SHOW_ID], []]);
  });

  it('refetches each query if the live show request fails', async () => {
    openLiveShow();
    refetcher.receive(songDelta([setlistEntry(1), setlistEntry(2)], all));
    await settle();
    expect(liveShowRequests).toEqual([SHOW_ID]);
    expect(fetched.toSorted()).toEqual(['five', 'mine', 'setlist', 'top']);
  });
});

const everyShow = topicDelta(null, 'show', 'setlist', 'standings', 'song');

it.each([
  ['that reconnects', () => refetcher.catchUp(true)],
  ['that receives a change of every show', () => refetcher.receive(everyShow)],
])('a page %s requests the live show once', async (_what, receive) => {
  openLiveShow();
  show('songs', []);
  liveShow = { setlist: [setlistEntry(1), setlistEntry(2)], standings };
  receive();
  await settle();
  expect([liveShowRequests, fetched.toSorted()]).toEqual([[SHOW_ID], ['mine', 'songs']]);
  expect(shown('setlist')).toEqual([setlistEntry(1), setlistEntry(2)]);
});

it('refetches the queries after an event without a payload', async () => {
  openLiveShow();
  refetcher.receive(message(2, {}));
  refetcher.receive(message(2, {}, 'scores:update'));
  await settle();
  expect(fetched.toSorted()).toEqual(['five', 'mine', 'setlist', 'top']);
});
