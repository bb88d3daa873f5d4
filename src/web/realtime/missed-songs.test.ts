import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, test, vi } from 'vitest';
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
const renderLiveShow = () => showLiveShow(client, fetched);
const readCache = (name: QueryName) => client.getQueryData<unknown>([...QUERIES[name].queryKey]);
const settle = () => vi.advanceTimersByTimeAsync(2_000);

describe('a page that missed a song', () => {
  const rows = [setlistEntry(1), setlistEntry(2), setlistEntry(3)];

  test('requests the live show once, after a delay', async () => {
    renderLiveShow();
    liveShow = { setlist: rows, standings };
    refetcher.receive(createSongDelta([setlistEntry(1), setlistEntry(2)], rows));
    expect([readCache('setlist'), liveShowRequests]).toEqual([[setlistEntry(1)], []]);
    await settle();
    expect([liveShowRequests, fetched]).toEqual([[SHOW_ID], []]);
    expect(readCache('setlist')).toEqual(rows);
    expect(readCache('top')).toEqual({ rows: standings.top, total: 900 });
    expect(readCache('myRow')).toMatchObject({ rank: 800, totalPoints: 10 });
  });

  test('requests the live show once for several messages', async () => {
    renderLiveShow();
    const fourRows = [...rows, setlistEntry(4)];
    liveShow = { setlist: fourRows, standings };
    refetcher.receive(createSongDelta([setlistEntry(1), setlistEntry(2)], rows));
    refetcher.receive(createSongDelta(rows, fourRows));
    await settle();
    expect([liveShowRequests, fetched]).toEqual([[SHOW_ID], []]);
  });

  test('refetches each query if the live show request fails', async () => {
    renderLiveShow();
    refetcher.receive(createSongDelta([setlistEntry(1), setlistEntry(2)], rows));
    await settle();
    expect(liveShowRequests).toEqual([SHOW_ID]);
    expect(fetched.toSorted()).toEqual(['five', 'myRow', 'setlist', 'top']);
  });
});

const receiveGlobalChange = () =>
  refetcher.receive(createTopicDelta(null, 'show', 'setlist', 'standings', 'song'));

test.each([
  ['that reconnects', () => refetcher.catchUp(true)],
  ['that receives a change to every show', receiveGlobalChange],
])('requests the live show once for a page %s', async (_what, receive) => {
  renderLiveShow();
  show('songs', []);
  liveShow = { setlist: [setlistEntry(1), setlistEntry(2)], standings };
  receive();
  await settle();
  expect([liveShowRequests, fetched.toSorted()]).toEqual([[SHOW_ID], ['myRow', 'songs']]);
  expect(readCache('setlist')).toEqual([setlistEntry(1), setlistEntry(2)]);
});
