import { choose, type Dice } from './dice.ts';
import type { Request, RowChange, SeenVersion } from './model/requests.ts';
import { listActors, type Show, type Song, type Tour, takesPredictions } from './model/tour.ts';
import { planLeagueRequest, planModerationRequest } from './plan-leagues.ts';
import { planReopeningChoice, planShowInput } from './plan-times.ts';

/** The versions that the server returned, by the id of a row, a show or a song. */
export type Versions = ReadonlyMap<string, number>;

/** The relative frequency of each request. */
export const WEIGHTS: Record<Request['kind'], number> = {
  predict: 20,
  'edit prediction': 5,
  rename: 2,
  privacy: 3,
  'add show': 4,
  'edit show': 3,
  cancel: 1,
  status: 10,
  score: 4,
  play: 22,
  'play title': 2,
  edit: 9,
  remove: 5,
  undo: 5,
  'add song': 1,
  'rename song': 2,
  'delete song': 4,
  'create league': 1,
  'edit league': 2,
  join: 5,
  leave: 2,
  'remove member': 2,
  ban: 2,
  'lift ban': 1,
  'hand over': 1,
  'replace invitation': 1,
  post: 4,
  'delete post': 2,
  report: 6,
  decide: 4,
};

/**
 * Returns the request that the dice select in this tour; undefined if there is nothing to act on.
 */
export function planRequest(
  tour: Tour,
  versions: Versions,
  kind: Request['kind'],
  dice: Dice,
): Request | undefined {
  const [actor, admin] = [chooseFan(tour, dice), chooseAdmin(tour, dice)];
  const planVersion = (item: { id: string; edition: number }): SeenVersion =>
    planSeenVersion(item, versions, dice);
  switch (kind) {
    case 'predict': {
      const show = choose(tour.shows, dice.show, (candidate) =>
        takesPredictions(candidate, tour.now),
      );
      return (
        show && {
          ...{ kind, actor, showId: show.id, songIds: chooseSongIds(tour, dice) },
          isSurprise: dice.variant % 6 === 0,
        }
      );
    }
    case 'edit prediction': {
      const prediction = choose(tour.predictions, dice.row, (candidate) => candidate.fan === actor);
      return (
        prediction && {
          kind,
          actor,
          predictionId: prediction.id,
          songIds: chooseSongIds(tour, dice),
          isSurprise: dice.variant % 6 === 0,
        }
      );
    }
    case 'privacy':
      return { kind, actor, hasPrivateSheets: dice.variant % 3 > 0 };
    case 'rename':
      return { kind, actor, username: NAMES[dice.place % NAMES.length] ?? '' };
    case 'add show':
      if (tour.shows.length >= 5) return undefined;
      return { kind, actor: admin, ...planShowInput(tour, dice) };
    case 'edit show': {
      const show = choose(tour.shows, dice.show);
      return (
        show && {
          kind,
          actor: admin,
          showId: show.id,
          base: planVersion(show),
          choice: planReopeningChoice(dice),
          ...planShowInput(tour, dice),
        }
      );
    }
    case 'add song':
      return { kind, actor: admin, title: TITLES[dice.song % TITLES.length] ?? '' };
    case 'rename song': {
      const song = choose(tour.songs, dice.song);
      const title = TITLES[dice.place % TITLES.length] ?? '';
      return song && { kind, actor: admin, songId: song.id, title, base: planVersion(song) };
    }
    case 'delete song': {
      const isScored = ({ id }: Song) =>
        tour.shows.some((show) => show.isScored && show.rows.some(({ songId }) => songId === id));
      const song = tour.songs.length > 4 ? choose(tour.songs, dice.song, isScored) : undefined;
      return song && { kind, actor: admin, songId: song.id };
    }
    case 'cancel':
    case 'status':
    case 'score':
    case 'play':
    case 'play title':
    case 'edit':
    case 'remove':
    case 'undo':
      return planShowRequest(tour, kind, dice, { actor: admin, planVersion });
    case 'report':
    case 'decide':
      return planModerationRequest(tour, kind, dice, { fan: actor, admin });
    default:
      return planLeagueRequest(tour, kind, dice, actor);
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
  dice: Dice,
  {
    actor,
    planVersion,
  }: { actor: number; planVersion: (item: { id: string; edition: number }) => SeenVersion },
): Request | undefined {
  const isForSetlist = kind !== 'cancel' && kind !== 'status' && kind !== 'score';
  const show = choose(tour.shows, dice.show, ({ id, status }) =>
    isForSetlist ? status === 'live' : tour.predictions.some(({ showId }) => showId === id),
  );
  if (!show) return undefined;
  const fields = { actor, showId: show.id };
  const row = choose(show.rows, dice.row);
  switch (kind) {
    case 'cancel':
      return tour.shows.length > 1 ? { kind, ...fields } : undefined;
    case 'status':
      return {
        kind,
        ...fields,
        status: STATUSES[dice.variant % STATUSES.length] ?? 'live',
        choice: planReopeningChoice(dice),
      };
    case 'score':
      return { kind, ...fields };
    case 'play': {
      const song = chooseSongToPlay(tour, show, dice);
      if (!song) return undefined;
      const plays = countPlays(show, song);
      const position =
        dice.variant % 3 === 0 ? 1 + (dice.place % (show.rows.length + 3)) : undefined;
      const options = { position, insert: dice.variant % 2 === 0, isCloser: dice.place % 4 === 0 };
      const timesSeen = dice.variant === 11 ? Math.max(plays - 1, 0) : plays;
      return { kind, ...fields, rowId: dice.id, songId: song.id, ...options, timesSeen };
    }
    case 'play title': {
      const title = TITLES[dice.song % TITLES.length] ?? '';
      const existingSong = tour.songs.find(
        (song) => song.title.toLowerCase() === title.toLowerCase(),
      );
      return { kind, ...fields, rowId: dice.id, title, timesSeen: countPlays(show, existingSong) };
    }
    case 'edit':
      return (
        row && {
          kind,
          ...fields,
          rowId: row.id,
          base: planVersion(row),
          ...planRowChange(tour, show, dice),
        }
      );
    case 'remove':
      return row && { kind, ...fields, rowId: row.id, base: planVersion(row) };
    case 'undo': {
      const change = choose(show.changes, dice.row);
      return {
        kind,
        ...fields,
        changeId: dice.variant % 2 === 0 ? undefined : change?.id || undefined,
      };
    }
  }
}

function countPlays(show: Show, song: Song | undefined): number {
  return show.rows.filter(({ songId }) => songId === song?.id).length;
}

/** Chooses mostly a predicted song, for the next position or another. */
function chooseSongToPlay(tour: Tour, show: Show, dice: Dice): Song | undefined {
  const picks = tour.predictions.flatMap((prediction) =>
    prediction.showId === show.id ? prediction.picks : [],
  );
  const nextPosition = show.rows.length + 1;
  const pick = choose(picks, dice.song, ({ position }) => position === nextPosition);
  const pickedSong = tour.songs.find(({ id }) => id === pick?.songId);
  return dice.row % 4 === 3
    ? choose(tour.songs, dice.song)
    : (pickedSong ?? choose(tour.songs, dice.song));
}

function planRowChange(tour: Tour, show: Show, dice: Dice): RowChange {
  const other = show.rows[dice.place % show.rows.length];
  switch (dice.variant % 6) {
    case 0:
      return { isCloser: dice.place % 2 === 0 };
    case 1:
      if (dice.song % 3 === 0) return { breakAfter: BREAKS[dice.place % BREAKS.length] ?? null };
      return { notes: `Note ${dice.place % 3}` };
    case 2:
    case 3:
      return { position: 1 + (dice.place % (show.rows.length + 2)) };
    case 4:
      return { songId: choose(tour.songs, dice.song)?.id ?? '' };
    default:
      return other ? { swapWith: other.id } : { isCloser: true };
  }
}

function chooseFan(tour: Tour, { person }: Dice): number {
  const fans = listActors(tour, { isAdmin: false });
  return fans[person % fans.length] ?? 0;
}

/** Chooses an administrator, or rarely a fan. */
function chooseAdmin(tour: Tour, dice: Dice): number {
  return dice.person === 23 ? chooseFan(tour, dice) : dice.person % 2;
}

function chooseSongIds({ songs }: Tour, dice: Dice): string[] {
  const ids = dice.songs.map((number) => songs[number % songs.length]?.id ?? '');
  // Duplicate or missing songs are rejected. Mostly send valid ones.
  return dice.variant === 22 ? ids : [...new Set(ids.length > 0 ? ids : [songs[0]?.id ?? ''])];
}

function planSeenVersion(
  item: { id: string; edition: number },
  versions: Versions,
  { variant, person }: Dice,
): SeenVersion {
  if (variant % 3 === 2) return undefined;
  const version = versions.get(item.id) ?? 0;
  // A form that was opened before the last change.
  return person >= 21
    ? { edition: -1, version: version + 1_000 }
    : { edition: item.edition, version };
}

const NORMAL_STATUSES = ['live', 'closed', 'open'] as const;
/** Sometimes a show doesn't take place. */
const STATUSES = [...NORMAL_STATUSES, ...NORMAL_STATUSES, 'postponed', 'cancelled'] as const;
const BREAKS = ['set', 'encore', null] as const;
const NAMES = ['Wren', 'Lark', 'Robin', 'robin', 'Finch', 'WREN', 'Heron', 'Swift'];
const TITLES = ['Anchor', 'Beacon', 'ember', 'Ember', 'Zephyr', 'Meadow', 'Quarry', 'Orchid'];
