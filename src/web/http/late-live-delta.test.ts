import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type LiveShowState, setlistDeltaOf } from '#contract/live-show.ts';
import { getSetlist, type SetlistEntry } from '#contract/setlists.ts';
import { SHOW_ID, setlistEntry, standings } from '../../../tests/support/live-show-samples.ts';
import { createRefetcher } from './freshness.ts';
import { queryFor } from './query-for.ts';

// The answer with a whole night comes later than what was told or read meanwhile.

const { queryKey, meta } = queryFor(getSetlist, { params: { id: SHOW_ID } });
const ONE = [setlistEntry(1)];
const TWO = [setlistEntry(1), setlistEntry(2)];

let client: QueryClient;
let refetcher: ReturnType<typeof createRefetcher>;
/** What the server has now. */
let played: SetlistEntry[];
/** Answers what was asked for, the eldest first. */
let answers: (() => void)[];
let readAlone: number;

beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  [played, answers, readAlone] = [ONE, [], 0];
  const readNight = () => {
    const night: LiveShowState = { setlist: played, standings };
    return new Promise<LiveShowState>((resolve) => answers.push(() => resolve(night)));
  };
  refetcher = createRefetcher(client, readNight, () => 1);
  client.setQueryData<SetlistEntry[]>(queryKey, ONE);
  new QueryObserver<SetlistEntry[]>(client, {
    queryKey,
    ...(meta && { meta }),
    queryFn: async () => {
      readAlone += 1;
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

/** The line is there again, and the page asks for the night. */
async function reopen() {
  refetcher.catchUp(true);
  await settle();
}

test('it does not take away the song that was told before it came', async () => {
  await reopen();
  played = TWO;
  const setlist = setlistDeltaOf(ONE, TWO);
  const data = { showId: SHOW_ID, version: 2, audience: 1, setlist, standings };
  refetcher.hear({ event: 'setlist:update', data });
  answers.shift()?.();
  await settle();
  expect([client.getQueryData(queryKey), readAlone]).toEqual([TWO, 1]);
});

test('of a line that is gone it does not replace what was read over the next', async () => {
  await reopen();
  const late = answers.shift();
  played = TWO;
  await reopen();
  answers.shift()?.();
  await settle();
  late?.();
  await settle();
  expect([client.getQueryData(queryKey), readAlone]).toEqual([TWO, 0]);
});
