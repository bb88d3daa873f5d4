import { choose, type Dice } from './dice.ts';
import type { Request, SeenVersion } from './model/requests.ts';
import { acceptsPredictions, listActors, type Song, type Tour } from './model/tour.ts';
import { planBlockRequest, planLeagueRequest, planModerationRequest } from './plan-leagues.ts';
import { planThreadPost } from './plan-posts.ts';
import { planShowRequest, TITLES } from './plan-shows.ts';
import { planReopeningChoice, planShowInput } from './plan-times.ts';

export type Versions = ReadonlyMap<string, number>;

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
  'create league': 6,
  'edit league': 3,
  join: 14,
  leave: 2,
  'remove member': 2,
  ban: 3,
  'lift ban': 1,
  'hand over': 1,
  'replace invitation': 1,
  nudge: 9,
  post: 10,
  'post in thread': 12,
  'delete post': 2,
  block: 5,
  unblock: 2,
  report: 6,
  decide: 4,
};

/** Returns undefined if there is nothing to act on. */
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
        acceptsPredictions(candidate, tour.now),
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
    case 'block':
    case 'unblock':
      return planBlockRequest(tour, kind, dice, actor);
    case 'report':
    case 'decide':
      return planModerationRequest(tour, kind, dice, { fan: actor, admin });
    case 'post in thread':
      return planThreadPost(tour, dice, actor);
    default:
      return planLeagueRequest(tour, kind, dice, actor);
  }
}

function chooseFan(tour: Tour, { person }: Dice): number {
  const fans = listActors(tour, { isAdmin: false });
  return fans[person % fans.length] ?? 0;
}

function chooseAdmin(tour: Tour, dice: Dice): number {
  return dice.person === 23 ? chooseFan(tour, dice) : dice.person % 2;
}

function chooseSongIds({ songs }: Tour, dice: Dice): string[] {
  const ids = dice.songs.map((number) => songs[number % songs.length]?.id ?? '');
  // Duplicate or missing songs are rejected, so most lists are valid.
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

const NAMES = ['Wren', 'Lark', 'Robin', 'robin', 'Finch', 'WREN', 'Heron', 'Swift'];
