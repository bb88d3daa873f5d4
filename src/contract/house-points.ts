import {
  HOUSE_PLAYERS,
  type HouseNight,
  type HousePlayer,
  LEAST_SHOWS,
  type RecordedNight,
} from './house-players.ts';
import { indexSetlist, type PlayedSong, totalPoints } from './scoring.ts';
import { hasResults } from './shows.ts';

// What is said of the house players, apart from the calls: pages that don't show them do without.

export const HOUSE_NAMES: Record<HousePlayer, string> = {
  notebook: 'The Notebook',
  archivist: 'The Archivist',
  optimist: 'The Optimist',
};

/** Who each is, in a sentence. */
export const HOUSE_HABITS: Record<HousePlayer, string> = {
  notebook: 'Counts the last 50 shows, and expects what was played most.',
  archivist: 'Has read every setlist there is, and goes by the odds.',
  optimist:
    'Hunts the bustouts: of the songs that have not been heard for long, those with the best odds.',
};

/** What is said where they sat a show out. */
export function satOutText(learntFrom: number): string {
  const known = `${learntFrom === 0 ? 'none' : learntFrom} had been played before this show`;
  return `The house players sat this one out: they go by at least ${LEAST_SHOWS} setlists, and ${known}.`;
}

/** 'You beat The Notebook and The Optimist.' */
export function beatenText(beaten: readonly HousePlayer[]): string {
  if (beaten.length === 0) return 'You beat none of the house players this time.';
  const names = HOUSE_PLAYERS.filter((player) => beaten.includes(player));
  const listed = new Intl.ListFormat('en-GB').format(names.map((player) => HOUSE_NAMES[player]));
  return `You beat ${listed}.`;
}

export interface HousePoints {
  player: HousePlayer;
  points: number;
}

/** By the setlist as it is, the highest first: the same rules as anybody's, and none before the show is live. */
export function housePoints(
  { players }: HouseNight,
  show: { status: string },
  setlist: readonly PlayedSong[],
): HousePoints[] {
  const index = indexSetlist(hasResults(show) ? setlist : []);
  return players
    .map(({ player, songs }) => ({ player, points: totalPoints(songs, index) }))
    .sort((a, b) => b.points - a.points);
}

export interface HouseFigures {
  player: HousePlayer;
  games: number;
  /** Points a show. */
  mean: number;
  /** Of the fans' predictions of these shows, the share that had more points, from 0 to 1. */
  beaten: number;
}

/** What each of them made of these shows; nobody where there are none. */
export function houseFigures(nights: readonly RecordedNight[]): HouseFigures[] {
  return HOUSE_PLAYERS.flatMap((player) => {
    const its = nights.flatMap(({ fans, players }) => {
      const own = players.find((one) => one.player === player);
      return own ? [{ ...own, fans }] : [];
    });
    if (its.length === 0) return [];
    const sum = (of: 'points' | 'beatenBy' | 'fans') => its.reduce((all, one) => all + one[of], 0);
    const beaten = sum('fans') > 0 ? sum('beatenBy') / sum('fans') : 0;
    return [{ player, games: its.length, mean: sum('points') / its.length, beaten }];
  });
}
