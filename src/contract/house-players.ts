import { z } from 'zod';
import { endpoint, showParams } from './endpoint.ts';
import { MAX_PICKS } from './predictions.ts';

/** Each house player predicts by its own rule (docs/odds.md), without an account, rank or medal. */
export const HOUSE_PLAYERS = ['notebook', 'archivist', 'optimist', 'twenty'] as const;
export const housePlayer = z.enum(HOUSE_PLAYERS);
export type HousePlayer = z.output<typeof housePlayer>;

/** With fewer setlists, predictions would be guesses. */
export const MIN_SETLISTS = 10;

/** With fewer sheets of its fans, The Twenty's picks would reveal theirs. */
export const MIN_TWENTY_SHEETS = 5;

const housePick = z.object({
  songId: z.uuid(),
  position: z.int().min(1).max(MAX_PICKS),
});

const housePrediction = z.object({ player: housePlayer, songs: z.array(housePick) });

export const houseNight = z
  .object({
    /** The number of setlists that the players learned from. Null until the lock. */
    learntFrom: z.int().nullable(),
    /** The number of sheets behind The Twenty. Null for predictions from before it existed. */
    twentySheets: z.int().nullable(),
    /** Empty below `MIN_SETLISTS`; without The Twenty below `MIN_TWENTY_SHEETS`. */
    players: z.array(housePrediction),
    /** The likeliest songs by the odds before the show; empty if they weren't stored. */
    likeliestSongs: z.array(z.uuid()).max(MAX_PICKS),
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
  // Deleting a song removes it from their picks.
  dependsOn: ['show:{id}', 'house:{id}', 'song'],
});

const houseTotal = z.object({
  player: housePlayer,
  gamesPlayed: z.int(),
  averageScore: z.string(),
  totalPoints: z.int(),
});
export type HouseTotal = z.output<typeof houseTotal>;

// Only scored shows count, so neither a song played live nor a new prediction changes these.
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

const myHouseRecord = z
  .object({
    nights: z.int(),
    beaten: z.int(),
  })
  .meta({ id: 'MyHouseRecord' });
export type MyHouseRecord = z.output<typeof myHouseRecord>;

export const getMyHouseRecord = endpoint('getMyHouseRecord', {
  method: 'GET',
  path: '/api/leaderboard/house/me',
  tag: 'house-players',
  who: 'user',
  summary: 'Get how often you beat every house player',
  status: 200,
  returns: myHouseRecord,
  dependsOn: SCORED,
});

export const HOUSE_RECORD_SHOWS = 200;

const recordedNight = z.object({
  show: z.object({
    id: z.uuid(),
    name: z.string(),
    date: z.iso.datetime(),
    timeZone: z.string(),
    tourName: z.string().nullable(),
  }),
  fans: z.int(),
  players: z.array(
    z.object({
      player: housePlayer,
      points: z.int(),
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
