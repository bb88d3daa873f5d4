import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getBand } from '#contract/band.ts';
import type { ServerMessage } from '#contract/realtime.ts';
import { getSetlist } from '#contract/setlists.ts';
import { listSongs } from '#contract/songs.ts';
import { getTopSongs } from '#contract/statistics.ts';
import { queryFor } from '#web/http/query-for.ts';
import { createRefetcher } from './refetcher.ts';

const SHOW = '00000000-0000-4000-8000-000000000001';

const QUERIES = {
  setlist: queryFor(getSetlist, { params: { id: SHOW } }),
  songs: queryFor(listSongs),
  top: queryFor(getTopSongs),
  band: queryFor(getBand),
};
type Name = keyof typeof QUERIES;
const NAMES = Object.keys(QUERIES) as Name[];

let client: QueryClient;
let refetcher: ReturnType<typeof createRefetcher>;
let fetched: Name[];
let responseMs: number;

beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  const rejectLiveShow = () => Promise.reject(new Error('Unexpected live show request'));
  refetcher = createRefetcher(client, rejectLiveShow, () => 1);
  fetched = [];
  responseMs = 0;
});

afterEach(() => {
  refetcher.stop();
  client.clear();
  vi.useRealTimers();
});

async function show(name: Name) {
  const { queryKey, meta } = QUERIES[name];
  new QueryObserver<number>(client, {
    queryKey,
    ...(meta && { meta }),
    queryFn: async () => {
      fetched.push(name);
      await new Promise((resolve) => setTimeout(resolve, responseMs));
      return fetched.length;
    },
  }).subscribe(() => {});
  await vi.advanceTimersByTimeAsync(0);
  fetched = [];
}

const createSetlistUpdate = (version: number): ServerMessage => ({
  event: 'setlist:update',
  data: { showId: SHOW, version, audience: 0 },
});

const receiveAndWait = async (message: ServerMessage) => {
  refetcher.receive(message);
  await vi.advanceTimersByTimeAsync(1_000);
};

test('refetches all active queries after a reconnect and accepts any version', async () => {
  await show('songs');
  await show('setlist');
  await show('band');
  await receiveAndWait(createSetlistUpdate(50));
  fetched = [];
  refetcher.catchUp(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(fetched.toSorted()).toEqual(['band', 'setlist', 'songs']);
  await receiveAndWait(createSetlistUpdate(3));
  expect(fetched.filter((url) => url === 'setlist')).toHaveLength(2);
});

test('calls `onDone` when everything has been refetched', async () => {
  await show('songs');
  responseMs = 3_000;
  const onDone = vi.fn();
  refetcher.catchUp(true, onDone);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(onDone).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(onDone).toHaveBeenCalledOnce();
});

test('does not wait for pending requests of a lost connection', async () => {
  await show('setlist');
  responseMs = 3_600_000;
  await receiveAndWait(createSetlistUpdate(1));
  responseMs = 0;
  const onDone = vi.fn();
  refetcher.catchUp(true, onDone);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(onDone).toHaveBeenCalledOnce();
  fetched = [];
  await receiveAndWait(createSetlistUpdate(2));
  expect(fetched).toHaveLength(1);
});

test('refetches only reported changes on a first connection', async () => {
  for (const name of NAMES) await show(name);
  const onDone = vi.fn();
  refetcher.catchUp(false, onDone);
  refetcher.receive(createSetlistUpdate(1));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(fetched.toSorted()).toEqual(['setlist', 'songs', 'top']);
  expect(onDone).toHaveBeenCalledOnce();
});
