import { createAffinities } from './affinities.ts';
import { dayOf, type PlayedShow, songsOf, type UpcomingShow } from './played-shows.ts';
import {
  firstPlay,
  HALF_LIVES,
  playAgain,
  rateOf,
  SHOWS_REMEMBERED,
  type SongRecord,
  usualGap,
  wasPlayed,
} from './song-record.ts';

/** The features of every song played so far, before a night. */
export interface FeatureTable {
  count: number;
  facts: Float32Array;
}

const SAME_RUN_DAYS = 4;
/** A longer break starts a new stretch of the tour, with other songs. */
const SAME_STRETCH_DAYS = 12;
/** Index into `HALF_LIVES`. */
const STEADY_HALF_LIFE = 3;

/** Number of features of each kind, in the order of `describe`. */
const FACTS = {
  bias: 1,
  logits: HALF_LIVES.length,
  rates: HALF_LIVES.length,
  lastShows: SHOWS_REMEMBERED,
  gap: 3,
  age: 2,
  afterBreak: 5,
  run: 2,
  stretch: 2,
  circumstances: 3,
  afterSongs: 2,
} as const;
export const WIDTH = Object.values<number>(FACTS).reduce((sum, n) => sum + n, 0);
/** Offsets in a song's row. */
export const LOGITS_AT = FACTS.bias;
export const LOG_GAP_AT = LOGITS_AT + FACTS.logits + FACTS.rates + FACTS.lastShows;

/** Expects shows in the order they were played. */
export function createFeatures() {
  const numbers = new Map<string, number>();
  const names: string[] = [];
  const records: SongRecord[] = [];
  const places = createAffinities(2);
  const cities = createAffinities(1);
  const transitions = createAffinities(4);
  let shows = 0;
  let lastDay: number | undefined;
  let venue: string | null = null;
  let run = { shows: 0, songs: new Set<number>() };
  let stretch = { shows: 0, plays: new Map<number, number>() };
  let lastShow: number[] = [];
  let showBefore: number[] = [];

  function contextOf(night: UpcomingShow) {
    const away = lastDay === undefined ? 0 : dayOf(night.date) - lastDay;
    const staysAt = night.venue !== null && night.venue === venue && away <= SAME_RUN_DAYS;
    return {
      /** 0 on the next day, 1 after two months. */
      rest: Math.min(1, Math.log(Math.max(1, away)) / 4),
      run: staysAt ? run : { shows: 0, songs: new Set<number>() },
      stretch: away <= SAME_STRETCH_DAYS ? stretch : { shows: 0, plays: new Map<number, number>() },
    };
  }

  return {
    names: () => [...names],
    nameOf: (song: number) => names[song] ?? '',
    numberOf: (name: string) => numbers.get(name),
    get shows() {
      return shows;
    },

    /** Uses only the night's date and place. */
    describe(night: UpcomingShow): FeatureTable {
      const facts = new Float32Array(records.length * WIDTH);
      const { rest, run, stretch } = contextOf(night);
      const { weekday, state, city } = circumstancesOf(night);
      const onWeekday = places.sumsOf([weekday], records.length);
      const inState = places.sumsOf(state ? [state] : [], records.length);
      const inCity = cities.sumsOf(city ? [city] : [], records.length);
      const afterLast = transitions.sumsOf(followingAt(1, lastShow), records.length);
      const afterBefore = transitions.sumsOf(followingAt(2, showBefore), records.length);
      let index = 0;
      const put = (value: number) => {
        facts[index] = value;
        index += 1;
      };
      for (const [song, record] of records.entries()) {
        const rates = HALF_LIVES.map((_, n) => rateOf(record, n, shows));
        const [onTour = 0, steady = 0, longTerm = 0] = [
          rates[1],
          rates[STEADY_HALF_LIFE],
          rates[4],
        ];
        const played = (ago: number) => wasPlayed(record, shows, ago);
        const gap = Math.log(shows - record.last);
        put(1);
        for (const rate of rates) put(logit(rate));
        for (const rate of rates) put(4 * rate);
        for (let ago = 1; ago <= SHOWS_REMEMBERED; ago += 1) put(played(ago));
        put(gap);
        put(gap ** 2 / 5);
        put(gap - Math.log(usualGap(record)));
        put(Math.log(1 + shows - record.first));
        put(Math.log(1 + record.plays));
        for (let ago = 1; ago <= 4; ago += 1) put(rest * played(ago));
        put(rest * onTour);
        const inRun = run.songs.has(song);
        put(inRun ? 1 : 0);
        put(inRun ? 0 : steady * run.shows);
        const times = stretch.plays.get(song) ?? 0;
        put(stretch.shows > 0 ? (times / stretch.shows) * Math.min(1, stretch.shows / 8) : onTour);
        put(stretch.shows > 3 && times === 0 ? 4 * longTerm : 0);
        put(onWeekday[song] ?? 0);
        put(inState[song] ?? 0);
        put(inCity[song] ?? 0);
        put(afterLast[song] ?? 0);
        put(afterBefore[song] ?? 0);
      }
      return { count: records.length, facts };
    },

    record(night: PlayedShow): void {
      const context = contextOf(night);
      const circumstances = circumstancesOf(night);
      const expected = Float64Array.from(records, (record) =>
        rateOf(record, STEADY_HALF_LIFE, shows),
      );
      const played = songsOf(night).map(numberOfSong);
      const general = [circumstances.weekday, circumstances.state].filter(
        (value) => value !== null,
      );
      places.record(general, expected, played);
      if (circumstances.city) cities.record([circumstances.city], expected, played);
      transitions.record(followingAt(1, lastShow), expected, played);
      transitions.record(followingAt(2, showBefore), expected, played);
      run = { shows: context.run.shows + 1, songs: context.run.songs };
      stretch = { shows: context.stretch.shows + 1, plays: context.stretch.plays };
      for (const song of played) {
        const record = records[song];
        if (record) playAgain(record, shows);
        else records[song] = firstPlay(shows);
        run.songs.add(song);
        stretch.plays.set(song, (stretch.plays.get(song) ?? 0) + 1);
      }
      showBefore = lastShow;
      lastShow = played;
      venue = night.venue;
      lastDay = dayOf(night.date);
      shows += 1;
    },
  };

  function numberOfSong(name: string): number {
    const known = numbers.get(name) ?? names.push(name) - 1;
    numbers.set(name, known);
    return known;
  }
}

function circumstancesOf({ date, state, city }: UpcomingShow) {
  const weekday = ((dayOf(date) % 7) + 7) % 7;
  return {
    weekday: `day ${weekday}`,
    state: state && `state ${state}`,
    city: city && `city ${city}`,
  };
}

/** One per song: `distance` shows after it. */
function followingAt(distance: number, songs: readonly number[]): string[] {
  return songs.map((song) => `${distance} ${song}`);
}

function logit(chance: number): number {
  return Math.log(chance / (1 - chance));
}
