import { choose, type Dice } from './dice.ts';
import type { Request, RowChange, SeenVersion } from './model/requests.ts';
import type { Show, Song, Tour } from './model/tour.ts';
import { planReopeningChoice } from './plan-times.ts';

type ShowRequest =
  | 'cancel'
  | 'status'
  | 'score'
  | 'play'
  | 'play title'
  | 'edit'
  | 'remove'
  | 'undo';

export function planShowRequest(
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

/** Usually chooses a predicted song, for the next position or another one. */
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

const NORMAL_STATUSES = ['live', 'closed', 'open'] as const;
const STATUSES = [...NORMAL_STATUSES, ...NORMAL_STATUSES, 'postponed', 'cancelled'] as const;
const BREAKS = ['set', 'encore', null] as const;
export const TITLES = [
  'Anchor',
  'Beacon',
  'ember',
  'Ember',
  'Zephyr',
  'Meadow',
  'Quarry',
  'Orchid',
];
