import { getFanPicks } from '#contract/fan-sheets.ts';
import { getThread } from '#contract/forums.ts';
import { getHouseNight, getMyHouseRecord } from '#contract/house-players.ts';
import { getShowSources } from '#contract/imports.ts';
import { getMyShowRow, getShowLeaderboard, type ShowRow } from '#contract/leaderboards.ts';
import { listLeagueRivals } from '#contract/league-boards.ts';
import { getShowOdds } from '#contract/odds.ts';
import { listMyPredictions } from '#contract/predictions.ts';
import { getSetlist } from '#contract/setlists.ts';
import { getShow } from '#contract/shows.ts';
import { sampleSongId, setlistEntry } from './live-show-samples.ts';
import { FAN, samplePrediction, sampleShow, sampleShowThread } from './site-samples.ts';
import { createTestSite } from './test-site.tsx';

export const LIVE = sampleShow(-1, { status: 'live' });

export function boardRow(rank: number, username: string, totalPoints: number): ShowRow {
  const userId =
    username === FAN.username
      ? FAN.id
      : `00000009-0000-4000-8000-${String(rank).padStart(12, '0')}`;
  return { rank, userId, username, totalPoints };
}

export const BOARD = [
  boardRow(1, 'wren', 68),
  boardRow(2, FAN.username, 41),
  boardRow(3, 'kestrel', 10),
];

export interface LiveShowOptions {
  show?: typeof LIVE;
  picks?: number[];
  rivalPicks?: number[] | null;
  played?: number[];
  board?: ShowRow[];
  myRow?: ShowRow;
  odds?: Record<number, number>;
  friends?: ShowRow[];
}

export async function openLiveShow(options: LiveShowOptions = {}) {
  const { show = LIVE, picks = [1, 2, 3, 4], rivalPicks = [1, 5, 3, 6], played = [1, 5] } = options;
  const { board = BOARD, odds = { 4: 0.18, 6: 0.5, 2: 0.3 } } = options;
  const site = createTestSite();
  const play = (...songs: number[]) =>
    site.respond(
      getSetlist,
      songs.map((song, index) => setlistEntry(song, { song, position: index + 1 })),
    );
  play(...played);
  site.respond(getShow, show);
  site.respond(getThread, sampleShowThread(show));
  const above = (offset: string) => [boardRow(Number(offset) + 1, `Above ${offset}`, 50)];
  site.respond(getShowLeaderboard, ({ query }) => {
    const params = new URLSearchParams(query);
    return params.get('limit') === '1' ? above(params.get('offset') ?? '') : board;
  });
  const ownRow = options.myRow ?? board.find(({ userId }) => userId === FAN.id);
  site.respond(getMyShowRow, ownRow && { ...ownRow, behind: 0 });
  site.respond(listLeagueRivals, options.friends ?? []);
  site.respond(getShowSources, []);
  site.respond(getHouseNight, {
    learntFrom: null,
    twentySheets: null,
    players: [],
    likeliestSongs: [],
  });
  site.respond(getMyHouseRecord, { nights: 0, beaten: 0 });
  site.respond(listMyPredictions, picks.length > 0 ? [samplePrediction(show, picks)] : []);
  site.respond(getFanPicks, ({ path }) => ({
    username: decodeURIComponent(path.split('/')[3] ?? ''),
    picks: rivalPicks && samplePrediction(show, rivalPicks).songs,
  }));
  site.respond(
    getShowOdds,
    Object.entries(odds).map(([song, chance]) => ({ songId: sampleSongId(Number(song)), chance })),
  );
  await site.open(`/live-setlist?show=${show.id}`, FAN);
  return { site, play };
}
