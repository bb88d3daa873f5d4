import { choose, type Dice } from './dice.ts';
import type { Request, RowChange, Seen } from './model/requests.ts';
import { type Show, type Song, type Tour, takesPredictions } from './model/tour.ts';
import { bookingOf } from './plan-times.ts';

/** The versions that the product returned, by the id of a row, a show or a song. */
export type Versions = ReadonlyMap<string, number>;

/** The relative frequency of each request. */
export const WEIGHTS: Record<Request['do'], number> = {
  predict: 20,
  repredict: 5,
  rename: 2,
  book: 4,
  rebook: 3,
  cancel: 1,
  status: 10,
  score: 4,
  play: 22,
  'play title': 2,
  edit: 9,
  remove: 5,
  undo: 5,
  'write song': 1,
  retitle: 2,
  'drop song': 4,
};

/** The request that the dice select in this tour; undefined if there is nothing to act on. */
export function planRequest(
  tour: Tour,
  versions: Versions,
  kind: Request['do'],
  d: Dice,
): Request | undefined {
  const [by, admin] = [fanOf(tour, d), adminOf(tour, d)];
  const seen = (of: { id: string; edition: number }): Seen => seenOf(of, versions, d);
  switch (kind) {
    case 'predict': {
      const show = choose(tour.shows, d.show, (one) => takesPredictions(one, tour.now));
      return show && { do: kind, by, showId: show.id, songIds: songIdsOf(tour, d) };
    }
    case 'repredict': {
      const own = choose(tour.predictions, d.row, (one) => one.fan === by);
      return own && { do: kind, by, predictionId: own.id, songIds: songIdsOf(tour, d) };
    }
    case 'rename':
      return { do: kind, by, username: NAMES[d.place % NAMES.length] ?? '' };
    case 'book':
      if (tour.shows.length >= 5) return undefined;
      return { do: kind, by: admin, ...bookingOf(tour, d) };
    case 'rebook': {
      const show = choose(tour.shows, d.show);
      return (
        show && { do: kind, by: admin, showId: show.id, from: seen(show), ...bookingOf(tour, d) }
      );
    }
    case 'write song':
      return { do: kind, by: admin, title: TITLES[d.song % TITLES.length] ?? '' };
    case 'retitle': {
      const song = choose(tour.songs, d.song);
      const title = TITLES[d.place % TITLES.length] ?? '';
      return song && { do: kind, by: admin, songId: song.id, title, from: seen(song) };
    }
    case 'drop song': {
      const isScored = ({ id }: Song) =>
        tour.shows.some((show) => show.isScored && show.rows.some(({ songId }) => songId === id));
      const song = tour.songs.length > 4 ? choose(tour.songs, d.song, isScored) : undefined;
      return song && { do: kind, by: admin, songId: song.id };
    }
    default:
      return planShowRequest(tour, kind, d, { by: admin, seen });
  }
}

type ShowRequest =
  | 'cancel'
  | 'status'
  | 'score'
  | 'play'
  | 'play title'
  | 'edit'
  | 'remove'
  | 'undo';

/** Requests of administrators for a show and its setlist, mostly for live shows. */
function planShowRequest(
  tour: Tour,
  kind: ShowRequest,
  d: Dice,
  { by, seen }: { by: number; seen: (of: { id: string; edition: number }) => Seen },
): Request | undefined {
  const isForSetlist = kind !== 'cancel' && kind !== 'status' && kind !== 'score';
  const show = choose(tour.shows, d.show, ({ id, status }) =>
    isForSetlist ? status === 'live' : tour.predictions.some(({ showId }) => showId === id),
  );
  if (!show) return undefined;
  const of = { by, showId: show.id };
  const row = choose(show.rows, d.row);
  switch (kind) {
    case 'cancel':
      return tour.shows.length > 1 ? { do: kind, ...of } : undefined;
    case 'status':
      return {
        do: kind,
        ...of,
        status: STATUSES[d.way % STATUSES.length] ?? 'live',
      };
    case 'score':
      return { do: kind, ...of };
    case 'play': {
      const song = songToPlay(tour, show, d);
      if (!song) return undefined;
      const plays = playsOf(show, song);
      const position = d.way % 3 === 0 ? 1 + (d.place % (show.rows.length + 3)) : undefined;
      const how = { position, insert: d.way % 2 === 0, isCloser: d.place % 4 === 0 };
      const timesSeen = d.way === 11 ? Math.max(plays - 1, 0) : plays;
      return { do: kind, ...of, rowId: d.id, songId: song.id, ...how, timesSeen };
    }
    case 'play title': {
      const title = TITLES[d.song % TITLES.length] ?? '';
      const known = tour.songs.find((one) => one.title.toLowerCase() === title.toLowerCase());
      return { do: kind, ...of, rowId: d.id, title, timesSeen: playsOf(show, known) };
    }
    case 'edit':
      return (
        row && { do: kind, ...of, rowId: row.id, from: seen(row), ...rowChangeOf(tour, show, d) }
      );
    case 'remove':
      return row && { do: kind, ...of, rowId: row.id, from: seen(row) };
    case 'undo': {
      const change = choose(show.changes, d.row);
      return { do: kind, ...of, changeId: d.way % 2 === 0 ? undefined : change?.id || undefined };
    }
  }
}

function playsOf(show: Show, song: Song | undefined): number {
  return show.rows.filter(({ songId }) => songId === song?.id).length;
}

/** Mostly a predicted song, for the next position or for another. */
function songToPlay(tour: Tour, show: Show, d: Dice): Song | undefined {
  const picks = tour.predictions.flatMap((one) => (one.showId === show.id ? one.picks : []));
  const next = show.rows.length + 1;
  const pick = choose(picks, d.song, ({ position }) => position === next);
  const called = tour.songs.find(({ id }) => id === pick?.songId);
  return d.row % 4 === 3 ? choose(tour.songs, d.song) : (called ?? choose(tour.songs, d.song));
}

function rowChangeOf(tour: Tour, show: Show, d: Dice): RowChange {
  const other = show.rows[d.place % show.rows.length];
  switch (d.way % 6) {
    case 0:
      return { isCloser: d.place % 2 === 0 };
    case 1:
      if (d.song % 3 === 0) return { breakAfter: BREAKS[d.place % BREAKS.length] ?? null };
      return { notes: `Note ${d.place % 3}` };
    case 2:
    case 3:
      return { position: 1 + (d.place % (show.rows.length + 2)) };
    case 4:
      return { songId: choose(tour.songs, d.song)?.id ?? '' };
    default:
      return other ? { swapWith: other.id } : { isCloser: true };
  }
}

function fanOf({ people }: Tour, { who }: Dice): number {
  const admins = people.filter(({ isAdmin }) => isAdmin).length;
  return admins + (who % (people.length - admins));
}

/** An administrator, or rarely a fan. */
function adminOf(tour: Tour, d: Dice): number {
  return d.who === 23 ? fanOf(tour, d) : d.who % 2;
}

function songIdsOf({ songs }: Tour, d: Dice): string[] {
  const ids = d.songs.map((number) => songs[number % songs.length]?.id ?? '');
  // Duplicate or missing songs are refused. Mostly send valid ones.
  return d.way === 22 ? ids : [...new Set(ids.length > 0 ? ids : [songs[0]?.id ?? ''])];
}

function seenOf(of: { id: string; edition: number }, versions: Versions, { way, who }: Dice): Seen {
  if (way % 3 === 2) return undefined;
  const version = versions.get(of.id) ?? 0;
  // A form that was opened before the last change.
  return who >= 21 ? { edition: -1, version: version + 1_000 } : { edition: of.edition, version };
}

/** The statuses of a normal show, and sometimes those of one that doesn't take place. */
const STATUSES = [
  'live',
  'closed',
  'open',
  'live',
  'closed',
  'open',
  'postponed',
  'cancelled',
] as const;
const BREAKS = ['set', 'encore', null] as const;
const NAMES = ['Wren', 'Lark', 'Robin', 'robin', 'Finch', 'WREN', 'Heron', 'Swift'];
const TITLES = ['Anchor', 'Beacon', 'ember', 'Ember', 'Zephyr', 'Meadow', 'Quarry', 'Orchid'];
