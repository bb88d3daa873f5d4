import { createAffinities } from './affinities.ts';
import {
  listDistinctSongs,
  type PlayedShow,
  toDayNumber,
  type UpcomingShow,
} from './played-shows.ts';
import {
  createRecord,
  getAverageGap,
  getPlayRate,
  HALF_LIVES,
  RECENT_SHOWS,
  recordPlay,
  type SongRecord,
  wasPlayed,
} from './song-record.ts';

export interface FeatureTable {
  count: number;
  values: Float32Array;
}

const SAME_RUN_DAYS = 4;
/** A longer break starts a new stretch of the tour, with other songs. */
const SAME_STRETCH_DAYS = 12;
const STEADY_HALF_LIFE = 3;

const FEATURE_COUNTS = {
  bias: 1,
  logits: HALF_LIVES.length,
  rates: HALF_LIVES.length,
  lastShows: RECENT_SHOWS,
  gap: 3,
  age: 2,
  afterBreak: 5,
  run: 2,
  stretch: 2,
  circumstances: 3,
  afterSongs: 2,
} as const;
export const WIDTH = Object.values<number>(FEATURE_COUNTS).reduce((sum, n) => sum + n, 0);
const STARTS = (() => {
  let next = 0;
  const columns = Object.entries(FEATURE_COUNTS).map(([kind, count]) => {
    next += count;
    return [kind, next - count];
  });
  return Object.fromEntries(columns) as Record<keyof typeof FEATURE_COUNTS, number>;
})();
export const LOGITS_OFFSET = STARTS.logits;
export const LOG_GAP_OFFSET = STARTS.gap;
/** The bias and the play rates are the first columns. */
export const RATES_WIDTH = STARTS.rates;
/** One or two features of each kind: all of them wouldn't make the trees more accurate. */
export const TREE_COLUMNS = [
  ...[1, 3, 5].map((halfLife) => STARTS.logits + halfLife),
  STARTS.lastShows,
  STARTS.lastShows + 1,
  STARTS.gap,
  STARTS.gap + 2,
  STARTS.age,
  STARTS.stretch,
  STARTS.afterSongs,
];

/** Shows must be recorded in the order they were played. */
export function createFeatures() {
  const numbers = new Map<string, number>();
  const names: string[] = [];
  const records: SongRecord[] = [];
  const weekdayStateAffinities = createAffinities(2);
  const cityAffinities = createAffinities(1);
  const transitionAffinities = createAffinities(4);
  let showCount = 0;
  let lastDay: number | undefined;
  let venue: string | null = null;
  let run = { showCount: 0, songs: new Set<number>() };
  let stretch = { showCount: 0, plays: new Map<number, number>() };
  let lastShow: number[] = [];
  let secondLastShow: number[] = [];

  function findContext(show: UpcomingShow) {
    const daysSinceLast = lastDay === undefined ? 0 : toDayNumber(show.date) - lastDay;
    const isSameRun = show.venue !== null && show.venue === venue && daysSinceLast <= SAME_RUN_DAYS;
    return {
      /** 0 on the next day, 1 after two months. */
      rest: Math.min(1, Math.log(Math.max(1, daysSinceLast)) / 4),
      run: isSameRun ? run : { showCount: 0, songs: new Set<number>() },
      stretch:
        daysSinceLast <= SAME_STRETCH_DAYS
          ? stretch
          : { showCount: 0, plays: new Map<number, number>() },
    };
  }

  return {
    names: () => [...names],
    findName: (song: number) => names[song] ?? '',
    findSongNumber: (name: string) => numbers.get(name),
    get showCount() {
      return showCount;
    },

    /** Uses only the show's date, venue and city, not its songs. */
    describe(show: UpcomingShow): FeatureTable {
      const values = new Float32Array(records.length * WIDTH);
      const { rest, run, stretch } = findContext(show);
      const { weekday, state, city } = listCircumstances(show);
      const weekdayRatios = weekdayStateAffinities.sumLogRatios([weekday], records.length);
      const stateRatios = weekdayStateAffinities.sumLogRatios(state ? [state] : [], records.length);
      const cityRatios = cityAffinities.sumLogRatios(city ? [city] : [], records.length);
      const lastShowRatios = transitionAffinities.sumLogRatios(
        listTransitions(1, lastShow),
        records.length,
      );
      const secondLastShowRatios = transitionAffinities.sumLogRatios(
        listTransitions(2, secondLastShow),
        records.length,
      );
      let index = 0;
      const push = (value: number) => {
        values[index] = value;
        index += 1;
      };
      const rates = new Float64Array(HALF_LIVES.length);
      records.forEach((record, song) => {
        for (let n = 0; n < rates.length; n += 1) rates[n] = getPlayRate(record, n, showCount);
        const onTour = rates[1] ?? 0;
        const steady = rates[STEADY_HALF_LIFE] ?? 0;
        const longTerm = rates[4] ?? 0;
        const wasPlayedBefore = (ago: number) => wasPlayed(record, showCount, ago);
        const gap = Math.log(showCount - record.last);
        push(1);
        for (let n = 0; n < rates.length; n += 1) push(logit(rates[n] ?? 0));
        for (let n = 0; n < rates.length; n += 1) push(4 * (rates[n] ?? 0));
        for (let ago = 1; ago <= RECENT_SHOWS; ago += 1) push(wasPlayedBefore(ago));
        push(gap);
        push(gap ** 2 / 5);
        push(gap - Math.log(getAverageGap(record)));
        push(Math.log(1 + showCount - record.first));
        push(Math.log(1 + record.playCount));
        for (let ago = 1; ago <= 4; ago += 1) push(rest * wasPlayedBefore(ago));
        push(rest * onTour);
        const isInRun = run.songs.has(song);
        push(isInRun ? 1 : 0);
        push(isInRun ? 0 : steady * run.showCount);
        const plays = stretch.plays.get(song) ?? 0;
        const stretchShare = (plays / stretch.showCount) * Math.min(1, stretch.showCount / 8);
        push(stretch.showCount > 0 ? stretchShare : onTour);
        push(stretch.showCount > 3 && plays === 0 ? 4 * longTerm : 0);
        push(weekdayRatios[song] ?? 0);
        push(stateRatios[song] ?? 0);
        push(cityRatios[song] ?? 0);
        push(lastShowRatios[song] ?? 0);
        push(secondLastShowRatios[song] ?? 0);
      });
      return { count: records.length, values };
    },

    record(show: PlayedShow): void {
      const context = findContext(show);
      const circumstances = listCircumstances(show);
      const expected = new Float64Array(records.length);
      records.forEach((record, song) => {
        expected[song] = getPlayRate(record, STEADY_HALF_LIFE, showCount);
      });
      const played = listDistinctSongs(show).map(assignSongNumber);
      const weekdayAndState = [circumstances.weekday, circumstances.state].filter(
        (value) => value !== null,
      );
      weekdayStateAffinities.record(weekdayAndState, expected, played);
      if (circumstances.city) cityAffinities.record([circumstances.city], expected, played);
      transitionAffinities.record(listTransitions(1, lastShow), expected, played);
      transitionAffinities.record(listTransitions(2, secondLastShow), expected, played);
      run = { showCount: context.run.showCount + 1, songs: context.run.songs };
      stretch = { showCount: context.stretch.showCount + 1, plays: context.stretch.plays };
      for (const song of played) {
        const record = records[song];
        if (record) recordPlay(record, showCount);
        else records[song] = createRecord(showCount);
        run.songs.add(song);
        stretch.plays.set(song, (stretch.plays.get(song) ?? 0) + 1);
      }
      secondLastShow = lastShow;
      lastShow = played;
      venue = show.venue;
      lastDay = toDayNumber(show.date);
      showCount += 1;
    },
  };

  function assignSongNumber(name: string): number {
    const number = numbers.get(name) ?? names.push(name) - 1;
    numbers.set(name, number);
    return number;
  }
}

function listCircumstances({ date, state, city }: UpcomingShow) {
  const weekday = ((toDayNumber(date) % 7) + 7) % 7;
  return {
    weekday: `day ${weekday}`,
    state: state && `state ${state}`,
    city: city && `city ${city}`,
  };
}

function listTransitions(distance: number, songs: readonly number[]): string[] {
  return songs.map((song) => `${distance} ${song}`);
}

function logit(chance: number): number {
  return Math.log(chance / (1 - chance));
}
