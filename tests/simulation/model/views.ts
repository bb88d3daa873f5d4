import { songsOf, statisticsOf } from './figures.ts';
import { pointsOf, ranked, totalsOf } from './scores.ts';
import { isSealed, type Prediction, type Row, type Show, type Tour } from './tour.ts';

/** A read and its expected response. Only the given fields are compared. `null`: 204. */
export interface View {
  /** The reader: an index in `people`. */
  by: number;
  url: string;
  status: number;
  answer?: unknown;
}

/** Every read of the tour, with the response that the rules require. */
export function viewsOf(tour: Tour): View[] {
  const fans = tour.people.flatMap(({ isAdmin }, index) => (isAdmin ? [] : [index]));
  return [
    ...schedule(tour).map(forEveryone(tour)),
    ...tour.shows.flatMap((show) => viewsOfShow(tour, show, fans)),
    forEveryone(tour)({ url: '/api/leaderboard', answer: globalBoard(tour) }),
    ...tour.people.flatMap((_, by) => viewsOfFan(tour, by)),
    ...tour.predictions.flatMap((one) => viewsOfPrediction(tour, one)),
    forEveryone(tour)({ url: '/api/songs', answer: songsOf(tour) }),
    ...statisticsOf(tour).map(forEveryone(tour)),
  ];
}

/** Reads shared views as a different person each time, so that everyone reads them eventually. */
function forEveryone(tour: Tour) {
  return ({ url, answer }: { url: string; answer: unknown }, index = 0): View => ({
    by: (index + tour.editions) % tour.people.length,
    url,
    status: 200,
    answer,
  });
}

function showOf({ id, name, place, date, lock, status }: Show) {
  const { city, state, zone: timeZone } = place;
  const locksAt = lock === null ? null : iso(lock);
  return { id, name, city, state, timeZone, date: iso(date), locksAt, status };
}

/** Soonest first, then by id. */
function soonestFirst(one: Show, other: Show): number {
  return one.date - other.date || (one.id < other.id ? -1 : 1);
}

function schedule({ shows, now }: Tour) {
  const postponed = shows.filter(({ status }) => status === 'postponed').sort(soonestFirst);
  const upcoming = shows.filter(
    ({ date, status }) =>
      !['postponed', 'closed'].includes(status) && (date > now || status === 'live'),
  );
  const live = shows.filter(({ status }) => status === 'live');
  const all = [...shows].sort((a, b) => b.date - a.date || (a.id < b.id ? -1 : 1));
  return [
    { url: '/api/shows', answer: all.map(showOf) },
    {
      url: '/api/shows/upcoming',
      answer: [...upcoming.sort(soonestFirst), ...postponed].map(showOf),
    },
    { url: '/api/shows/live', answer: live.sort(soonestFirst).map(showOf) },
  ];
}

function viewsOfShow(tour: Tour, show: Show, fans: readonly number[]): View[] {
  const board = showBoard(tour, show);
  const path = `/api/shows/${show.id}`;
  const ofShow = [
    { url: path, answer: showOf(show) },
    { url: `/api/leaderboard/show/${show.id}`, answer: board },
  ];
  const own = fans.map((by): View => {
    const row = board.find(({ userId }) => userId === tour.people[by]?.userId);
    const url = `/api/leaderboard/show/${show.id}/me`;
    return row ? { by, url, status: 200, answer: row } : { by, url, status: 204 };
  });
  return [...ofShow.map(forEveryone(tour)), ...setlistFor(tour, show, fans), ...own];
}

/** Fans don't see the setlist before the lock; administrators always do. */
function setlistFor(tour: Tour, show: Show, [fan = 0]: readonly number[]): View[] {
  const url = `/api/shows/${show.id}/setlist`;
  const rows = show.rows.map((row) => rowOf(tour, show, row));
  const admin = tour.people.findIndex(({ isAdmin }) => isAdmin);
  return [
    { by: fan, url, status: 200, answer: isSealed(show, tour.now) ? [] : rows },
    { by: admin, url, status: 200, answer: rows },
  ];
}

function rowOf({ songs }: Tour, show: Show, row: Row) {
  const { id, songId, position, isCloser, notes, breakAfter } = row;
  const title = songs.find((song) => song.id === songId)?.title;
  const playedAt = row.playedAt === null ? null : iso(row.playedAt);
  const song = { id: songId, title };
  const facts = { isCloser, notes, breakAfter, playedAt, song };
  return { id, showId: show.id, songId, position, ...facts };
}

/** Ranked by the setlist so far while live, by stored points later, and by submission before. */
function showBoard(tour: Tour, show: Show) {
  const entrants = tour.predictions
    .filter(({ showId }) => showId === show.id)
    .map((one) => {
      const { userId = '', username = '' } = tour.people[one.fan] ?? {};
      const points = show.status === 'live' ? pointsOf(one.picks, show.rows) : (one.points ?? 0);
      return { userId, username, totalPoints: points, at: one.submittedAt };
    })
    .sort((a, b) => a.at - b.at || (a.userId < b.userId ? -1 : 1));
  return ranked(entrants).map(({ at: _, ...row }) => row);
}

/** Fans with a scored game. Ties are ordered by name. */
function globalBoard(tour: Tour) {
  const rows = tour.people
    .map(({ userId, username }, index) => ({ userId, username, ...totalsOf(tour, index) }))
    .filter(({ gamesPlayed }) => gamesPlayed > 0)
    .sort(byName);
  return ranked(rows);
}

function byName(one: { username: string }, other: { username: string }): number {
  return one.username.toLowerCase() < other.username.toLowerCase() ? -1 : 1;
}

function viewsOfFan(tour: Tour, by: number): View[] {
  const person = tour.people[by];
  const user = { id: person?.userId, username: person?.username, ...totalsOf(tour, by) };
  const row = globalBoard(tour).find(({ userId }) => userId === person?.userId);
  const url = '/api/leaderboard/me';
  const mine = tour.predictions.filter(({ fan }) => fan === by);
  const list = inOwnOrder(tour, mine).map((one) => predictionOf(tour, one));
  return [
    { by, url: '/api/auth/user', status: 200, answer: user },
    row ? { by, url, status: 200, answer: row } : { by, url, status: 204 },
    { by, url: '/api/predictions/my-predictions', status: 200, answer: list },
  ];
}

/** Live shows first, then upcoming ones, soonest first, then past ones, newest first. */
function inOwnOrder(tour: Tour, mine: readonly Prediction[]): Prediction[] {
  const withShow = mine.flatMap((one) => {
    const show = tour.shows.find(({ id }) => id === one.showId);
    return show ? [{ one, show }] : [];
  });
  const groupOf = ({ status, date }: Show) => {
    if (status === 'live') return 0;
    if (status === 'postponed') return 1;
    return status === 'closed' || date < tour.now ? 2 : 1;
  };
  return withShow
    .sort((a, b) => {
      const group = groupOf(a.show);
      if (group !== groupOf(b.show)) return group - groupOf(b.show);
      return group === 2 ? soonestFirst(b.show, a.show) : soonestFirst(a.show, b.show);
    })
    .map(({ one }) => one);
}

function predictionOf(tour: Tour, { id, showId, picks, points, submittedAt }: Prediction) {
  const show = tour.shows.find((one) => one.id === showId);
  const songs = picks.map(({ songId, position }) => {
    const { title, album } = tour.songs.find((song) => song.id === songId) ?? {};
    return { id: songId, title, album, position };
  });
  const { id: _, ...showFields } = show ? showOf(show) : { id: '' };
  return { id, showId, show: showFields, points, submittedAt: iso(submittedAt), songs };
}

/** Only its owner can read a prediction. Everyone else gets 404. */
function viewsOfPrediction(tour: Tour, one: Prediction): View[] {
  const url = `/api/predictions/${one.id}`;
  const other = (one.fan + 1 + (one.submittedAt % (tour.people.length - 1))) % tour.people.length;
  return [
    { by: one.fan, url, status: 200, answer: predictionOf(tour, one) },
    { by: other, url, status: 404 },
  ];
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
