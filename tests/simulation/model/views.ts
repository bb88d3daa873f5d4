import { listBlockViews } from './blocks/views.ts';
import { viewShowLeaderboard } from './leaderboards.ts';
import { listLeagueViews } from './leagues/views.ts';
import { listModerationViews } from './moderation/views.ts';
import { listThreadViews } from './posts/threads.ts';
import { listCrowdViews, listSheetViews } from './reveal/views.ts';
import { calculateTotals, rank } from './scores.ts';
import { viewSongs, viewStatistics } from './statistics.ts';
import { isSealed, listActors, type Prediction, type Row, type Show, type Tour } from './tour.ts';

/** A read and its expected response. Only the fields of `body` are compared. */
export interface View {
  /** An index in `people`. */
  actor: number;
  url: string;
  status: number;
  body?: unknown;
  /** These readers get the same response, so one of them sends the request. */
  audience?: string;
}

export function listViews(tour: Tour): View[] {
  const fans = listActors(tour, { isAdmin: false });
  return [
    ...viewSchedule(tour).map(forEveryone(tour)),
    ...tour.shows.flatMap((show) => [
      ...listShowViews(tour, show, fans),
      ...listThreadViews(tour, show),
    ]),
    forEveryone(tour)({ url: '/api/leaderboard', body: viewGlobalLeaderboard(tour) }),
    ...listActors(tour).flatMap((actor) => listFanViews(tour, actor)),
    ...tour.predictions.flatMap((prediction, index) => [
      ...listPredictionViews(tour, prediction),
      ...listSheetViews(tour, prediction, index),
    ]),
    ...listCrowdViews(tour),
    ...listLeagueViews(tour),
    ...listBlockViews(tour),
    ...listModerationViews(tour),
    forEveryone(tour)({ url: '/api/songs', body: viewSongs(tour) }),
    ...viewStatistics(tour).map(forEveryone(tour)),
  ];
}

function forEveryone(tour: Tour) {
  const actors = listActors(tour);
  return ({ url, body }: { url: string; body: unknown }, index = 0): View => ({
    actor: actors[(index + tour.editions) % actors.length] ?? 0,
    url,
    status: 200,
    body,
  });
}

function viewShow({ id, name, place, date, lock, status, isFrozen }: Show) {
  const { city, state, zone: timeZone } = place;
  const locksAt = lock === null ? null : formatInstant(lock);
  const stage = { status, arePredictionsFrozen: isFrozen };
  return { id, name, city, state, timeZone, date: formatInstant(date), locksAt, ...stage };
}

function compareDates(show: Show, other: Show): number {
  return show.date - other.date || (show.id < other.id ? -1 : 1);
}

function viewSchedule({ shows, now }: Tour) {
  const postponed = shows.filter(({ status }) => status === 'postponed').sort(compareDates);
  const upcoming = shows.filter(
    ({ date, status }) =>
      !['postponed', 'closed'].includes(status) && (date > now || status === 'live'),
  );
  const live = shows.filter(({ status }) => status === 'live');
  const sortedShows = [...shows].sort((a, b) => b.date - a.date || (a.id < b.id ? -1 : 1));
  return [
    { url: '/api/shows', body: sortedShows.map(viewShow) },
    {
      url: '/api/shows/upcoming',
      body: [...upcoming.sort(compareDates), ...postponed].map(viewShow),
    },
    { url: '/api/shows/live', body: live.sort(compareDates).map(viewShow) },
  ];
}

function listShowViews(tour: Tour, show: Show, fans: readonly number[]): View[] {
  const leaderboard = viewShowLeaderboard(tour, show);
  const path = `/api/shows/${show.id}`;
  const sharedViews = [
    { url: path, body: viewShow(show) },
    { url: `/api/leaderboard/show/${show.id}`, body: leaderboard },
  ];
  const ownRows = fans.map((actor): View => {
    const row = leaderboard.find(({ userId }) => userId === tour.people[actor]?.userId);
    const url = `/api/leaderboard/show/${show.id}/me`;
    if (!row) return { actor, url, status: 204 };
    const behind = leaderboard.filter(({ totalPoints }) => totalPoints < row.totalPoints).length;
    const { isPrivate: _, ...ownRow } = row;
    return { actor, url, status: 200, body: { ...ownRow, behind } };
  });
  return [...sharedViews.map(forEveryone(tour)), ...listSetlistViews(tour, show, fans), ...ownRows];
}

/** Fans can't see the setlist before the lock. Administrators always can. */
function listSetlistViews(tour: Tour, show: Show, [fan = 0]: readonly number[]): View[] {
  const url = `/api/shows/${show.id}/setlist`;
  const rows = show.rows.map((row) => viewRow(tour, show, row));
  const admin = tour.people.findIndex(({ isAdmin }) => isAdmin);
  return [
    { actor: fan, url, status: 200, body: isSealed(show, tour.now) ? [] : rows },
    { actor: admin, url, status: 200, body: rows },
  ];
}

function viewRow({ songs }: Tour, show: Show, row: Row) {
  const { id, songId, position, isCloser, notes, breakAfter } = row;
  const title = songs.find((song) => song.id === songId)?.title;
  const playedAt = row.playedAt === null ? null : formatInstant(row.playedAt);
  const song = { id: songId, title };
  const details = { isCloser, notes, breakAfter, playedAt, song };
  return { id, showId: show.id, songId, position, ...details };
}

/** Includes fans with a scored game. Ties are sorted by name. */
function viewGlobalLeaderboard(tour: Tour) {
  const rows = tour.people
    .map(({ userId, username }, index) => ({ userId, username, ...calculateTotals(tour, index) }))
    .filter(({ gamesPlayed }) => gamesPlayed > 0)
    .sort(compareNames);
  return rank(rows);
}

function compareNames(person: { username: string }, other: { username: string }): number {
  return person.username.toLowerCase() < other.username.toLowerCase() ? -1 : 1;
}

function listFanViews(tour: Tour, actor: number): View[] {
  const person = tour.people[actor];
  const user = {
    ...{ id: person?.userId, username: person?.username, ...calculateTotals(tour, actor) },
    hasPrivateSheets: person?.hasPrivateSheets,
    moderationNotices: person?.notices.map(({ mutedUntil, ...notice }) => ({
      ...{ about: 'league', ...notice },
      mutedUntil: mutedUntil === null ? null : formatInstant(mutedUntil),
    })),
  };
  const row = viewGlobalLeaderboard(tour).find(({ userId }) => userId === person?.userId);
  const url = '/api/leaderboard/me';
  const predictions = tour.predictions.filter(({ fan }) => fan === actor);
  const list = sortForOwner(tour, predictions).map((prediction) =>
    viewPrediction(tour, prediction),
  );
  return [
    { actor, url: '/api/auth/user', status: 200, body: user },
    row ? { actor, url, status: 200, body: row } : { actor, url, status: 204 },
    { actor, url: '/api/predictions/my-predictions', status: 200, body: list },
  ];
}

/** Live shows first, then upcoming ones (soonest first), then past ones (newest first). */
function sortForOwner(tour: Tour, predictions: readonly Prediction[]): Prediction[] {
  const predictionsWithShow = predictions.flatMap((prediction) => {
    const show = tour.shows.find(({ id }) => id === prediction.showId);
    return show ? [{ prediction, show }] : [];
  });
  const findGroup = ({ status, date }: Show) => {
    if (status === 'live') return 0;
    if (status === 'postponed') return 1;
    return status === 'closed' || date < tour.now ? 2 : 1;
  };
  return predictionsWithShow
    .sort((a, b) => {
      const group = findGroup(a.show);
      if (group !== findGroup(b.show)) return group - findGroup(b.show);
      return group === 2 ? compareDates(b.show, a.show) : compareDates(a.show, b.show);
    })
    .map(({ prediction }) => prediction);
}

function viewPrediction(tour: Tour, { id, showId, picks, points, submittedAt }: Prediction) {
  const show = tour.shows.find((candidate) => candidate.id === showId);
  const songs = picks.map(({ songId, position }) => {
    const { title, album } = tour.songs.find((song) => song.id === songId) ?? {};
    return { id: songId, title, album, position };
  });
  const { id: _, ...showFields } = show ? viewShow(show) : { id: '' };
  return { id, showId, show: showFields, points, submittedAt: formatInstant(submittedAt), songs };
}

/** Only its owner can read a prediction. Everyone else gets 404. */
function listPredictionViews(tour: Tour, prediction: Prediction): View[] {
  const url = `/api/predictions/${prediction.id}`;
  const body = viewPrediction(tour, prediction);
  const { fan, submittedAt } = prediction;
  const others = listActors(tour).filter((actor) => actor !== fan);
  return [
    ...(tour.people[fan]?.isQuiet ? [] : [{ actor: fan, url, status: 200, body }]),
    { actor: others[submittedAt % others.length] ?? 0, url, status: 404 },
  ];
}

export function formatInstant(time: number): string {
  return new Date(time).toISOString();
}
