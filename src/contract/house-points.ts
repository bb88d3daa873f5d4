import {
  HOUSE_PLAYERS,
  type HouseNight,
  type HousePlayer,
  MIN_SETLISTS,
  MIN_TWENTY_SHEETS,
  type MyHouseRecord,
  type RecordedNight,
} from './house-players.ts';
import { indexSetlist, type PlayedRow, totalPoints } from './scoring.ts';
import { hasResults } from './shows.ts';

// This file is separate from the endpoints, so that pages without house players don't load it.

export const HOUSE_NAMES: Record<HousePlayer, string> = {
  notebook: 'The Notebook',
  archivist: 'The Archivist',
  optimist: 'The Optimist',
  twenty: 'The Twenty',
};

export const HOUSE_DESCRIPTIONS: Record<HousePlayer, string> = {
  notebook: 'Counts the last 50 shows and picks the songs played most.',
  archivist: 'Has read every setlist and picks by the odds.',
  optimist: 'Chases bustouts: the likeliest of the songs not played in ages.',
  twenty: 'Picks what most of the 20 fans with the best record picked.',
};

/** False for a house player from a newer version: an updated server can send one to an old page. */
export function isHousePlayer(player: string): player is HousePlayer {
  return HOUSE_PLAYERS.some((known) => known === player);
}

export function formatSatOut(setlistCount: number): string {
  const playedText = `${setlistCount === 0 ? 'none' : setlistCount} had been played before this show`;
  return `The house players sat this one out: they need at least ${MIN_SETLISTS} setlists, and ${playedText}.`;
}

export function formatTwentySatOut(sheetCount: number): string {
  const predictedText = sheetCount === 0 ? 'none' : `only ${sheetCount}`;
  return `The Twenty sat this one out: it needs at least ${MIN_TWENTY_SHEETS} sheets of its fans, and ${predictedText} counted.`;
}

export function formatBeatenPlayers(players: readonly HousePlayer[]): string {
  if (players.length === 0) return 'You beat none of the house players this time.';
  const names = HOUSE_PLAYERS.filter((player) => players.includes(player));
  const nameList = new Intl.ListFormat('en-GB').format(names.map((player) => HOUSE_NAMES[player]));
  const count = names.length === 1 ? '1 house player' : `${names.length} house players`;
  return `You beat ${count}: ${nameList}.`;
}

export function formatHouseRecord({ nights, beaten }: MyHouseRecord): string {
  return `You beat the house ${beaten} of ${nights} ${nights === 1 ? 'night' : 'nights'}`;
}

export interface HousePoints {
  player: HousePlayer;
  points: number;
}

/** Highest points first. All are 0 before the show is live. */
export function scoreHousePlayers(
  { players }: Pick<HouseNight, 'players'>,
  show: { status: string },
  setlist: readonly PlayedRow[],
): HousePoints[] {
  const index = indexSetlist(hasResults(show) ? setlist : []);
  return players
    .filter(({ player }) => isHousePlayer(player))
    .map(({ player, songs }) => ({ player, points: totalPoints(songs, index) }))
    .sort((a, b) => b.points - a.points);
}

export interface HouseStats {
  player: HousePlayer;
  gamesPlayed: number;
  averageScore: number;
  /** The share of the fans with more points, 0 to 1. */
  beatenShare: number;
}

export function computeHouseStats(nights: readonly RecordedNight[]): HouseStats[] {
  return HOUSE_PLAYERS.flatMap((player) => {
    const entries = nights.flatMap(({ fans, players }) => {
      const entry = players.find((candidate) => candidate.player === player);
      return entry ? [{ ...entry, fans }] : [];
    });
    if (entries.length === 0) return [];
    const sum = (key: 'points' | 'beatenBy' | 'fans') =>
      entries.reduce((total, night) => total + night[key], 0);
    const beatenShare = sum('fans') > 0 ? sum('beatenBy') / sum('fans') : 0;
    const averageScore = sum('points') / entries.length;
    return [{ player, gamesPlayed: entries.length, averageScore, beatenShare }];
  });
}
