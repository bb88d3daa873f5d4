import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { diffSetlists, type LiveShowState } from '#contract/live-shows.ts';
import { getSetlist, type SetlistEntry } from '#contract/setlists.ts';
import { queryFor } from '#web/http/query-for.ts';
import { SHOW_ID, setlistEntry, standings } from '../../../tests/support/live-show-samples.ts';
import { createRefetcher } from './refetcher.ts';

// A response with the full live show arrives after newer messages or responses.

const { queryKey, meta } = queryFor(getSetlist, { params: { id: SHOW_ID } });
const ONE_SONG = [setlistEntry(1)];
const TWO_SONGS = [setlistEntry(1), setlistEntry(2)];

let client: QueryClient;
let refetcher: ReturnType<typeof createRefetcher>;
let played: SetlistEntry[];
let responses: (() => void)[];
let setlistFetches: number;

beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  [played, responses, setlistFetches] = [ONE_SONG, [], 0];
  const fetchLiveShow = () => {
    const liveShow: LiveShowState = { setlist: played, standings };
    return new Promise<LiveShowState>((resolve) => responses.push(() => resolve(liveShow)));
  };
  refetcher = createRefetcher(client, fetchLiveShow, () => 1);
  client.setQueryData<SetlistEntry[]>(queryKey, ONE_SONG);
  new QueryObserver<SetlistEntry[]>(client, {
    queryKey,
    ...(meta && { meta }),
    queryFn: async () => {
      setlistFetches += 1;
      return played;
    },
  }).subscribe(() => {});
});

afterEach(() => {
  refetcher.stop();
  client.clear();
  vi.useRealTimers();
});

const settle = () => vi.advanceTimersByTimeAsync(1_000);

async function reconnect() {
  refetcher.catchUp(true);
  await settle();
}

test('keeps a song that a message added before the response arrived', async () => {
  await reconnect();
  played = TWO_SONGS;
  const setlist = diffSetlists(ONE_SONG, TWO_SONGS);
  const data = { showId: SHOW_ID, version: 2, audience: 1, setlist, standings };
  refetcher.receive({ event: 'setlist:update', data });
  responses.shift()?.();
  await settle();
  expect([client.getQueryData(queryKey), setlistFetches]).toEqual([TWO_SONGS, 1]);
});

test('ignores the response to a request from an earlier connection', async () => {
  await reconnect();
  const lateResponse = responses.shift();
  played = TWO_SONGS;
  await reconnect();
  responses.shift()?.();
  await settle();
  lateResponse?.();
  await settle();
  expect([client.getQueryData(queryKey), setlistFetches]).toEqual([TWO_SONGS, 0]);
});
