import { z } from 'zod';
import { endpoint, showParams } from './endpoint.ts';
import { MAX_PICKS } from './predictions.ts';

/** They predict every show by a rule each (docs/odds.md). They have no account, no rank and no medal. */
export const HOUSE_PLAYERS = ['notebook', 'archivist', 'optimist'] as const;
const housePlayer = z.enum(HOUSE_PLAYERS);
export type HousePlayer = z.output<typeof housePlayer>;

/** They go by what was played before; by fewer shows than these they would only guess. */
export const LEAST_SHOWS = 10;

const housePick = z.object({
  songId: z.uuid(),
  /** From 1; a song that was deleted leaves a hole, as in a fan's prediction. */
  position: z.int().min(1).max(MAX_PICKS),
});

const housePrediction = z.object({ player: housePlayer, songs: z.array(housePick) });

/** What the house players predicted of a show. Their points follow from it: see `house-points.ts`. */
export const houseNight = z
  .object({
    /** By how many setlists they went; null where they have not predicted: before the lock. */
    learntFrom: z.int().nullable(),
    /** Nobody where they sat it out, which they do by fewer than `LEAST_SHOWS`. */
    players: z.array(housePrediction),
  })
  .meta({ id: 'HouseNight' });
export type HouseNight = z.output<typeof houseNight>;

export const getHouseNight = endpoint('getHouseNight', {
  method: 'GET',
  path: '/api/shows/{id}/house',
  tag: 'house-players',
  who: 'user',
  summary: "Get the house players' predictions for a show; empty before predictions lock",
  params: showParams,
  status: 200,
  returns: houseNight,
  // A deleted song goes out of their picks, too.
  dependsOn: ['show:{id}', 'house:{id}', 'song'],
});

/** One of them on the global board, beside its ranks: of all shows that are scored. */
const houseTotal = z.object({
  player: housePlayer,
  gamesPlayed: z.int(),
  averageScore: z.string(),
  totalPoints: z.int(),
});
export type HouseTotal = z.output<typeof houseTotal>;

// Points of a show that is scored, so neither a song that is played nor a prediction changes them.
const SCORED = ['show', 'totals', 'house', 'song'] as const;

export const getHouseTotals = endpoint('getHouseTotals', {
  method: 'GET',
  path: '/api/leaderboard/house',
  tag: 'house-players',
  who: 'user',
  summary: "Get the house players' points across all scored shows; they have no rank",
  status: 200,
  returns: z.array(houseTotal),
  dependsOn: SCORED,
});

/** So many of the shows that they played are listed, the newest first. */
export const HOUSE_RECORD_SHOWS = 200;

const recordedNight = z.object({
  show: z.object({
    id: z.uuid(),
    name: z.string(),
    date: z.iso.datetime(),
    timeZone: z.string(),
    tourName: z.string().nullable(),
  }),
  /** How many fans have points of it. */
  fans: z.int(),
  players: z.array(
    z.object({
      player: housePlayer,
      points: z.int(),
      /** How many fans have more. */
      beatenBy: z.int(),
    }),
  ),
});
export type RecordedNight = z.output<typeof recordedNight>;

export const getHouseRecord = endpoint('getHouseRecord', {
  method: 'GET',
  path: '/api/house',
  tag: 'house-players',
  who: 'user',
  summary: 'Get how the house players scored at each show, and how many fans beat them',
  status: 200,
  returns: z.array(recordedNight).max(HOUSE_RECORD_SHOWS),
  dependsOn: SCORED,
});
