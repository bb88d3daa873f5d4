import { applyToPrediction } from './apply-to-prediction.ts';
import { applyToSetlist } from './apply-to-setlist.ts';
import { applyToBlocks } from './blocks/blocks.ts';
import { applyToLeague } from './leagues/apply-to-league.ts';
import { resolveInstants } from './local-time.ts';
import { applyToCase } from './moderation/apply-to-case.ts';
import { applyToThread } from './posts/threads.ts';
import { changeStage } from './reopening.ts';
import type { Request } from './requests.ts';
import { clearScores, score } from './scores.ts';
import type { Song, Tour } from './tour.ts';

export interface Expected {
  status: number;
  message?: string;
}

/** Only the server can assign these IDs. */
export interface ServerIds {
  id: string;
  songId: string;
  invitation: string;
  changeId: number;
}

const NEEDS_CHOICE = {
  status: 409,
  message:
    'Fans have already seen the predictions for this show. Choose whether to freeze or void them.',
};
const NO_SHOW = { status: 404, message: 'Show not found.' };

const ADMIN_REQUESTS: Request['kind'][] = [
  ...(['add show', 'edit show', 'cancel', 'status', 'score', 'decide'] as const),
  ...(['play', 'play title', 'edit', 'remove', 'undo'] as const),
  ...(['add song', 'rename song', 'delete song'] as const),
];

export function apply(tour: Tour, request: Request, ids: ServerIds): Expected {
  const person = tour.people[request.actor];
  if (!person) return { status: 401 };
  if (ADMIN_REQUESTS.includes(request.kind) && !person.isAdmin) return { status: 403 };
  switch (request.kind) {
    case 'predict':
    case 'edit prediction':
      return applyToPrediction(tour, request, ids);
    case 'rename':
      return rename(tour, request);
    case 'privacy':
      person.hasPrivateSheets = request.hasPrivateSheets;
      return { status: 200 };
    case 'add show':
    case 'edit show':
      return saveShow(tour, request, ids);
    case 'cancel': {
      const isCanceledShow = ({ id }: { id: string }) => id === request.showId;
      if (!tour.shows.some(isCanceledShow)) return NO_SHOW;
      tour.shows = tour.shows.filter((show) => !isCanceledShow(show));
      tour.predictions = tour.predictions.filter(({ showId }) => showId !== request.showId);
      for (const league of tour.leagues)
        Object.assign(league, {
          startShowId: league.startShowId === request.showId ? null : league.startShowId,
          nudges: league.nudges.filter(({ showId }) => showId !== request.showId),
        });
      return { status: 204 };
    }
    case 'add song':
    case 'rename song':
      return saveSong(tour, request, ids);
    case 'delete song':
      return deleteSong(tour, request.songId);
    case 'status':
      return setStatus(tour, request);
    case 'score': {
      const show = tour.shows.find(({ id }) => id === request.showId);
      if (!show) return NO_SHOW;
      if (show.status !== 'live' && show.status !== 'closed')
        return { status: 409, message: 'Show must be live or closed to calculate scores' };
      score(tour, show);
      return { status: 200 };
    }
    case 'play':
    case 'play title':
    case 'edit':
    case 'remove':
    case 'undo':
      return applyToSetlist(tour, request, ids);
    case 'block':
    case 'unblock':
      return applyToBlocks(tour, request);
    case 'report':
    case 'decide':
      return applyToCase(tour, request);
    case 'post in thread':
      return applyToThread(tour, request, ids);
    default:
      return applyToLeague(tour, request, ids);
  }
}

type RequestOf<Name extends Request['kind']> = Extract<Request, { kind: Name }>;

function rename(tour: Tour, { actor, username }: RequestOf<'rename'>): Expected {
  const isTaken = tour.people.some(
    (other, index) => index !== actor && other.username.toLowerCase() === username.toLowerCase(),
  );
  if (isTaken) return { status: 409 };
  const person = tour.people[actor];
  if (person) person.username = username;
  return { status: 200 };
}

function saveShow(
  tour: Tour,
  request: RequestOf<'add show'> | RequestOf<'edit show'>,
  ids: ServerIds,
): Expected {
  const { name, place } = request;
  const hasOffset = /(?:Z|[+-]\d\d:\d\d)$/.test(request.date);
  const instants = hasOffset
    ? [Date.parse(request.date)]
    : resolveInstants(request.date, place.zone);
  const [date = Number.NaN] = instants;
  const requestedLock = request.locksAt === undefined ? undefined : parseLock(request.locksAt);
  const isTooLate = requestedLock !== undefined && requestedLock !== null && requestedLock > date;
  const isRejected = instants.length !== 1 || isTooLate;
  const rejection: Expected | undefined = isRejected ? { status: 400 } : undefined;
  if (request.kind === 'add show') {
    if (rejection) return rejection;
    const emptyFields = {
      ...{ isScored: false, wasRevealed: false, isFrozen: false },
      ...{ rows: [], changes: [], addedRowIds: [], posts: [] },
    };
    const edition = incrementEdition(tour);
    const fields = { id: ids.id, name, place, date, lock: requestedLock ?? null };
    tour.shows.push({ ...fields, status: 'open', edition, ...emptyFields });
    return { status: 201 };
  }
  const show = tour.shows.find(({ id }) => id === request.showId);
  if (!show) return NO_SHOW;
  if (request.base && request.base.edition !== show.edition) return { status: 409 };
  if (rejection) return rejection;
  // If the request doesn't set a lock, the lock moves with the start.
  const movedLock = show.lock === null ? null : show.lock + date - show.date;
  const lock = requestedLock === undefined ? movedLock : requestedLock;
  const status = show.status === 'postponed' && date !== show.date ? 'open' : show.status;
  if (!changeStage(tour, show, { date, lock, status }, request.choice)) return NEEDS_CHOICE;
  Object.assign(show, { name, place, edition: incrementEdition(tour) });
  return { status: 200 };
}

function parseLock(text: string | null): number | null {
  return text === null ? null : Date.parse(text);
}

export function addSong(tour: Tour, id: string, title: string): Song {
  const imported = { plays: 0, average: null, first: null, last: null };
  const song: Song = { id, title, album: null, edition: incrementEdition(tour), imported };
  tour.songs.push(song);
  return song;
}

function saveSong(
  tour: Tour,
  request: RequestOf<'add song'> | RequestOf<'rename song'>,
  ids: ServerIds,
): Expected {
  const { title } = request;
  const songId = request.kind === 'rename song' ? request.songId : undefined;
  const song = tour.songs.find(({ id }) => id === songId);
  if (songId && !song) return { status: 404 };
  if (request.kind === 'rename song' && request.base && request.base.edition !== song?.edition)
    return { status: 409 };
  const isTaken = tour.songs.some(
    (other) => other !== song && other.title.toLowerCase() === title.toLowerCase(),
  );
  if (isTaken) return { status: 409 };
  if (song) {
    Object.assign(song, { title, edition: incrementEdition(tour) });
    return { status: 200 };
  }
  addSong(tour, ids.id, title);
  return { status: 201 };
}

/** Other picks and rows keep their positions, and scored shows are scored again. */
function deleteSong(tour: Tour, songId: string): Expected {
  if (!tour.songs.some(({ id }) => id === songId)) return { status: 404 };
  tour.songs = tour.songs.filter(({ id }) => id !== songId);
  for (const other of tour.predictions)
    other.picks = other.picks.filter((pick) => pick.songId !== songId);
  for (const show of tour.shows) {
    show.rows = show.rows.filter((row) => row.songId !== songId);
    if (show.isScored) score(tour, show);
  }
  return { status: 204 };
}

function setStatus(tour: Tour, { showId, status, choice }: RequestOf<'status'>): Expected {
  const show = tour.shows.find(({ id }) => id === showId);
  if (!show) return NO_SHOW;
  if (show.status === status) return { status: 200 };
  // Without a choice, the predictions are frozen.
  changeStage(tour, show, { status }, choice ?? 'freeze');
  if (status !== 'live' && status !== 'closed') clearScores(tour, show);
  if (status === 'closed' && show.rows.length > 0) score(tour, show);
  return { status: 200 };
}

export function incrementEdition(tour: Tour): number {
  tour.editions += 1;
  return tour.editions;
}
