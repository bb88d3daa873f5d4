import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { getCurrentUser } from '#contract/accounts.ts';
import { listMyPredictions } from '#contract/predictions.ts';
import { queryFor } from '#web/http/query-for.ts';
import {
  LEADERBOARD,
  ME,
  QUERIES,
  type QueryName,
  setPicks,
  showLiveShow,
  showQuery,
} from '../../../tests/support/live-show-queries.ts';
import {
  createMessage,
  createSongDelta,
  createTopicDelta,
  sampleSongId,
  setlistEntry,
  standings,
} from '../../../tests/support/live-show-samples.ts';
import { createRefetcher } from './refetcher.ts';

let client: QueryClient;
let refetcher: ReturnType<typeof createRefetcher>;
let [fetched, liveShowRequests]: [string[], string[]] = [[], []];

beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  [fetched, liveShowRequests] = [[], []];
  const fetchLiveShow = async (showId: string) => {
    liveShowRequests.push(showId);
    throw new Error('No connection');
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

describe('an added song', () => {
  it('updates the setlist, the standings and my row without a request', async () => {
    renderLiveShow();
    refetcher.receive(createSongDelta([setlistEntry(1)], [setlistEntry(1), setlistEntry(2)]));
    expect(readCache('setlist')).toEqual([setlistEntry(1), setlistEntry(2)]);
    expect(readCache('top')).toEqual({ rows: standings.top, total: 900 });
    expect(readCache('five')).toEqual({ rows: standings.top.slice(0, 5), total: 900 });
    expect(readCache('myRow')).toEqual({
      rank: 800,
      userId: ME.id,
      username: 'Fan',
      totalPoints: 10,
      behind: 0,
    });
    refetcher.receive(createMessage(2, {}, 'scores:update'));
    await settle();
    expect([fetched, liveShowRequests]).toEqual([[], []]);
  });

  it("leaves another show's setlist unchanged", async () => {
    renderLiveShow();
    show('otherSetlist', [setlistEntry(1)]);
    refetcher.receive(createSongDelta([setlistEntry(1)], [setlistEntry(1), setlistEntry(2)]));
    await settle();
    expect([readCache('otherSetlist'), fetched]).toEqual([[setlistEntry(1)], []]);
  });

  it('refetches the leaderboard pages and the song list that the delta does not cover', async () => {
    renderLiveShow();
    for (const name of ['second', 'hundred', 'songs'] as const) show(name, LEADERBOARD);
    refetcher.receive(createSongDelta([setlistEntry(1)], [setlistEntry(1), setlistEntry(2)]));
    expect(fetched).toEqual([]);
    await settle();
    expect(fetched.toSorted()).toEqual(['hundred', 'second', 'songs']);
  });

  it('is added once and does not overwrite a newer setlist', async () => {
    renderLiveShow();
    const three = [setlistEntry(1), setlistEntry(2), setlistEntry(3)];
    refetcher.receive(createSongDelta([setlistEntry(1)], three));
    refetcher.receive(createSongDelta([setlistEntry(1)], [setlistEntry(1), setlistEntry(2)]));
    await settle();
    expect([readCache('setlist'), fetched]).toEqual([three, []]);
  });

  it('leaves my predictions valid until an event reports changed totals', async () => {
    renderLiveShow();
    const isStale = () =>
      client.getQueryState(queryFor(listMyPredictions).queryKey)?.isInvalidated === true;
    refetcher.receive(createSongDelta([setlistEntry(1)], [setlistEntry(1), setlistEntry(2)]));
    refetcher.receive(createMessage(2, {}, 'scores:update'));
    await settle();
    expect(isStale()).toBe(false);
    refetcher.receive(
      createMessage(3, { topics: ['standings', 'totals'], standings }, 'scores:update'),
    );
    await settle();
    expect([isStale(), fetched]).toEqual([true, []]);
  });

  it('leaves my row null if I have no prediction', async () => {
    setPicks(client);
    renderLiveShow();
    client.setQueryData(QUERIES.myRow.queryKey, null as never);
    refetcher.receive(createSongDelta([setlistEntry(1)], [setlistEntry(1), setlistEntry(2)]));
    await settle();
    expect([readCache('myRow'), fetched]).toEqual([null, []]);
  });

  it('refetches my row after the deletion of a song that I may have picked', async () => {
    renderLiveShow();
    refetcher.receive(createTopicDelta(sampleSongId(7), 'song'));
    refetcher.receive(createSongDelta([setlistEntry(1)], [setlistEntry(1), setlistEntry(2)]));
    await settle();
    expect(fetched.toSorted()).toEqual(['myRow', 'setlist']);
  });

  it('sends no request for a song that was just added to the catalog', async () => {
    setPicks(client, sampleSongId(1), sampleSongId(2));
    renderLiveShow();
    refetcher.receive(createTopicDelta(sampleSongId(2), 'catalogue'));
    refetcher.receive(createSongDelta([setlistEntry(1)], [setlistEntry(1), setlistEntry(2)]));
    await settle();
    expect(fetched).toEqual([]);
  });

  it('refetches my row while a setlist fetch in flight may be outdated', async () => {
    setPicks(client, sampleSongId(1), sampleSongId(2));
    renderLiveShow();
    const bothRows = [setlistEntry(1), setlistEntry(2)];
    void client.fetchQuery({ ...QUERIES.setlist, staleTime: 0, queryFn: async () => bothRows });
    refetcher.receive(createSongDelta([setlistEntry(1)], bothRows));
    await settle();
    expect([readCache('setlist'), fetched]).toEqual([bothRows, ['myRow']]);
  });

  it('does not lose the song to an older response in flight', async () => {
    renderLiveShow();
    const [oldRows, newRows] = [[setlistEntry(1)], [setlistEntry(1), setlistEntry(2)]];
    const queryFn = vi.fn(async () => newRows).mockResolvedValueOnce(oldRows);
    void client.fetchQuery({ ...QUERIES.setlist, staleTime: 0, queryFn });
    refetcher.receive(createSongDelta(oldRows, newRows));
    await settle();
    expect(readCache('setlist')).toEqual(newRows);
  });

  it('refetches my row while my predictions are not loaded', async () => {
    renderLiveShow();
    client.removeQueries({ queryKey: queryFor(listMyPredictions).queryKey });
    refetcher.receive(createSongDelta([setlistEntry(1)], [setlistEntry(1), setlistEntry(2)]));
    await settle();
    expect(fetched).toEqual(['myRow']);
  });
});

it('refetches the queries after an event without a payload', async () => {
  renderLiveShow();
  refetcher.receive(createMessage(2, {}));
  refetcher.receive(createMessage(2, {}, 'scores:update'));
  await settle();
  expect(fetched.toSorted()).toEqual(['five', 'myRow', 'setlist', 'top']);
});
