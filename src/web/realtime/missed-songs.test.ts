import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { getCurrentUser } from '#contract/accounts.ts';
import type { LiveShowState } from '#contract/live-shows.ts';
import { queryFor } from '#web/http/query-for.ts';
import {
  ME,
  QUERIES,
  type QueryName,
  setPicks,
  showLiveShow,
  showQuery,
} from '../../../tests/support/live-show-queries.ts';
import {
  createSongDelta,
  createTopicDelta,
  SHOW_ID,
  sampleSongId,
  setlistEntry,
  standings,
} from '../../../tests/support/live-show-samples.ts';
import { createRefetcher } from './refetcher.ts';

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
  setPicks(client, sampleSongId(2), sampleSongId(7));
  return () => {
    refetcher.stop();
    client.clear();
    vi.useRealTimers();
  };
});

const show = (name: QueryName, data: unknown) => showQuery(client, fetched, name, data);
const openLiveShow = () => showLiveShow(client, fetched);
const shown = (name: QueryName) => client.getQueryData<unknown>([...QUERIES[name].queryKey]);
const settle = () => vi.advanceTimersByTimeAsync(2_000);

describe('a page that missed a song', () => {
  const rows = [setlistEntry(1), setlistEntry(2), setlistEntry(3)];

  it('requests the live show once, after a delay', async () => {
    openLiveShow();
    liveShow = { setlist: rows, standings };
    refetcher.receive(createSongDelta([setlistEntry(1), setlistEntry(2)], rows));
    expect([shown('setlist'), liveShowRequests]).toEqual([[setlistEntry(1)], []]);
    await settle();
    expect([liveShowRequests, fetched]).toEqual([[SHOW_ID], []]);
    expect(shown('setlist')).toEqual(rows);
    expect(shown('top')).toEqual({ rows: standings.top, total: 900 });
    expect(shown('myRow')).toMatchObject({ rank: 800, totalPoints: 10 });
  });

  it('requests the live show once for several messages', async () => {
    openLiveShow();
    const four = [...rows, setlistEntry(4)];
    liveShow = { setlist: four, standings };
    refetcher.receive(createSongDelta([setlistEntry(1), setlistEntry(2)], rows));
    refetcher.receive(createSongDelta(rows, four));
    await settle();
    expect([liveShowRequests, fetched]).toEqual([[SHOW_ID], []]);
  });

  it('refetches each query if the live show request fails', async () => {
    openLiveShow();
    refetcher.receive(createSongDelta([setlistEntry(1), setlistEntry(2)], rows));
    await settle();
    expect(liveShowRequests).toEqual([SHOW_ID]);
    expect(fetched.toSorted()).toEqual(['five', 'myRow', 'setlist', 'top']);
  });
});

const receiveGlobalChange = () =>
  refetcher.receive(createTopicDelta(null, 'show', 'setlist', 'standings', 'song'));

it.each([
  ['that reconnects', () => refetcher.catchUp(true)],
  ['that receives a change of every show', receiveGlobalChange],
])('a page %s requests the live show once', async (_what, receive) => {
  openLiveShow();
  show('songs', []);
  liveShow = { setlist: [setlistEntry(1), setlistEntry(2)], standings };
  receive();
  await settle();
  expect([liveShowRequests, fetched.toSorted()]).toEqual([[SHOW_ID], ['myRow', 'songs']]);
  expect(shown('setlist')).toEqual([setlistEntry(1), setlistEntry(2)]);
});
