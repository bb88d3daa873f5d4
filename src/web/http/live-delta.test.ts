import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { getCurrentUser } from '#contract/accounts.ts';
import { getMyShowRow, getShowLeaderboard } from '#contract/leaderboards.ts';
import type { LiveShowState } from '#contract/live-show.ts';
import { listMyPredictions } from '#contract/predictions.ts';
import { getSetlist } from '#contract/setlists.ts';
import { listSongs } from '#contract/songs.ts';
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
import { createRefetcher } from './freshness.ts';
import { countedQueryFor, queryFor } from './query-for.ts';

const ME = { id: '00000000-0000-4000-8000-000000000003', username: 'Fan' };

const asked = (showId: string, limit: string, offset = '0') =>
  countedQueryFor(getShowLeaderboard, { params: { id: showId }, query: { limit, offset } });

const QUERIES = {
  setlist: queryFor(getSetlist, { params: { id: SHOW_ID } }),
  top: asked(SHOW_ID, '20'),
  five: asked(SHOW_ID, '5'),
  second: asked(SHOW_ID, '20', '20'),
  hundred: asked(SHOW_ID, '100'),
  mine: queryFor(getMyShowRow, { params: { id: SHOW_ID } }),
  songs: queryFor(listSongs),
  otherSetlist: queryFor(getSetlist, { params: { id: '00000000-0000-4000-8000-000000000002' } }),
} as const;
type Name = keyof typeof QUERIES;

let client: QueryClient;
let refetcher: ReturnType<typeof createRefetcher>;
let [fetched, nights]: [string[], string[]] = [[], []];
let night: LiveShowState | undefined;

beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  [fetched, nights] = [[], []];
  night = undefined;
  const readNight = async (showId: string) => {
    nights.push(showId);
    if (!night) throw new Error('No line');
    return night;
  };
  refetcher = createRefetcher(client, readNight, () => 1);
  client.setQueryData(queryFor(getCurrentUser).queryKey, ME as never);
  predicted(songIdOf(2), songIdOf(7));
  return () => {
    refetcher.stop();
    client.clear();
    vi.useRealTimers();
  };
});

function predicted(...songIds: string[]) {
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

function openNight() {
  show('setlist', [setlistEntry(1)]);
  for (const name of ['top', 'five'] as const) show(name, board);
  show('mine', { ...row(1, 0), userId: ME.id });
}

describe('a song', () => {
  it('brings row, standings and own rank without a call', async () => {
    openNight();
    refetcher.hear(songDelta([setlistEntry(1)], [setlistEntry(1), setlistEntry(2)]));
    expect(shown('setlist')).toEqual([setlistEntry(1), setlistEntry(2)]);
    expect(shown('top')).toEqual({ rows: standings.top, total: 900 });
    expect(shown('five')).toEqual({ rows: standings.top.slice(0, 5), total: 900 });
    // Played second, picked first: the wrong spot.
    expect(shown('mine')).toEqual({ rank: 800, userId: ME.id, username: 'Fan', totalPoints: 10 });
    refetcher.hear(message(2, {}, 'scores:update'));
    await settle();
    expect([fetched, nights]).toEqual([[], []]);
  });

  it('leaves another show as it is', async () => {
    openNight();
    show('otherSetlist', [setlistEntry(1)]);
    refetcher.hear(songDelta([setlistEntry(1)], [setlistEntry(1), setlistEntry(2)]));
    await settle();
    expect([shown('otherSetlist'), fetched]).toEqual([[setlistEntry(1)], []]);
  });

  it('has read what the news do not reach to: other pages of the board, songs played', async () => {
    openNight();
    for (const name of ['second', 'hundred', 'songs'] as const) show(name, board);
    refetcher.hear(songDelta([setlistEntry(1)], [setlistEntry(1), setlistEntry(2)]));
    expect(fetched).toEqual([]);
    await settle();
    expect(fetched.toSorted()).toEqual(['hundred', 'second', 'songs']);
  });

  it('is not put in twice, nor an older one over a newer', async () => {
    openNight();
    const three = [setlistEntry(1), setlistEntry(2), setlistEntry(3)];
    refetcher.hear(songDelta([setlistEntry(1)], three));
    refetcher.hear(songDelta([setlistEntry(1)], [setlistEntry(1), setlistEntry(2)]));
    await settle();
    expect([shown('setlist'), fetched]).toEqual([three, []]);
  });

  it('leaves stored points alone, until the event says that they changed too', async () => {
    openNight();
    const isStale = () =>
      client.getQueryState(queryFor(listMyPredictions).queryKey)?.isInvalidated === true;
    refetcher.hear(songDelta([setlistEntry(1)], [setlistEntry(1), setlistEntry(2)]));
    refetcher.hear(message(2, {}, 'scores:update'));
    await settle();
    expect(isStale()).toBe(false);
    refetcher.hear(message(3, { topics: ['standings', 'totals'], standings }, 'scores:update'));
    await settle();
    expect([isStale(), fetched]).toEqual([true, []]);
  });

  it('keeps nobody on the board who has not predicted', async () => {
    predicted();
    openNight();
    client.setQueryData(QUERIES.mine.queryKey, null as never);
    refetcher.hear(songDelta([setlistEntry(1)], [setlistEntry(1), setlistEntry(2)]));
    await settle();
    expect([shown('mine'), fetched]).toEqual([null, []]);
  });

  it('has the own row read where a song was deleted that may have been picked', async () => {
    openNight();
    refetcher.hear(topicDelta(songIdOf(7), 'song'));
    refetcher.hear(songDelta([setlistEntry(1)], [setlistEntry(1), setlistEntry(2)]));
    await settle();
    expect(fetched.toSorted()).toEqual(['mine', 'setlist']);
  });

  it('asks nothing where the song is one that nobody had heard of', async () => {
    predicted(songIdOf(1), songIdOf(2));
    openNight();
    refetcher.hear(topicDelta(songIdOf(2), 'catalogue'));
    refetcher.hear(songDelta([setlistEntry(1)], [setlistEntry(1), setlistEntry(2)]));
    await settle();
    expect(fetched).toEqual([]);
  });

  it('has the own row read where the setlist is just being read, and may be of before', async () => {
    predicted(songIdOf(1), songIdOf(2));
    openNight();
    const both = [setlistEntry(1), setlistEntry(2)];
    void client.fetchQuery({ ...QUERIES.setlist, staleTime: 0, queryFn: async () => both });
    refetcher.hear(songDelta([setlistEntry(1)], both));
    await settle();
    expect([shown('setlist'), fetched]).toEqual([both, ['mine']]);
  });

  it('has the own row read where nobody knows yet what was picked', async () => {
    openNight();
    client.removeQueries({ queryKey: queryFor(listMyPredictions).queryKey });
    refetcher.hear(songDelta([setlistEntry(1)], [setlistEntry(1), setlistEntry(2)]));
    await settle();
    expect(fetched).toEqual(['mine']);
  });
});

describe('a page that has missed a song', () => {
  const all = [setlistEntry(1), setlistEntry(2), setlistEntry(3)];

  it('asks once for the whole night, later than at once', async () => {
    openNight();
    night = { setlist: all, standings };
    refetcher.hear(songDelta([setlistEntry(1), setlistEntry(2)], all));
    expect([shown('setlist'), nights]).toEqual([[setlistEntry(1)], []]);
    await settle();
    expect([nights, fetched]).toEqual([[SHOW_ID], []]);
    expect(shown('setlist')).toEqual(all);
    expect(shown('top')).toEqual({ rows: standings.top, total: 900 });
    expect(shown('mine')).toMatchObject({ rank: 800, totalPoints: 10 });
  });

  it('asks once, whatever it heard before it asked', async () => {
    openNight();
    const four = [...all, setlistEntry(4)];
    night = { setlist: four, standings };
    refetcher.hear(songDelta([setlistEntry(1), setlistEntry(2)], all));
    refetcher.hear(songDelta(all, four));
    await settle();
    expect([nights, fetched]).toEqual([[SHOW_ID], []]);
  });

  it('asks for each part where the whole can not be had', async () => {
    openNight();
    refetcher.hear(songDelta([setlistEntry(1), setlistEntry(2)], all));
    await settle();
    expect(nights).toEqual([SHOW_ID]);
    expect(fetched.toSorted()).toEqual(['five', 'mine', 'setlist', 'top']);
  });
});

const hearOfAll = () => refetcher.hear(topicDelta(null, 'show', 'setlist', 'standings', 'song'));

it.each([
  ['whose line was lost', () => refetcher.catchUp(true)],
  ['that hears that anything may have changed', hearOfAll],
])('a page %s asks once for the night, and for the rest as ever', async (_what, happen) => {
  openNight();
  show('songs', []);
  night = { setlist: [setlistEntry(1), setlistEntry(2)], standings };
  happen();
  await settle();
  expect([nights, fetched.toSorted()]).toEqual([[SHOW_ID], ['mine', 'songs']]);
  expect(shown('setlist')).toEqual([setlistEntry(1), setlistEntry(2)]);
});

it('an event that brings nothing is read as ever', async () => {
  openNight();
  refetcher.hear(message(2, {}));
  refetcher.hear(message(2, {}, 'scores:update'));
  await settle();
  expect(fetched.toSorted()).toEqual(['five', 'mine', 'setlist', 'top']);
});
