import { viewShowLeaderboard } from '../leaderboards.ts';
import { isRevealed, listActors, type Prediction, type Show, type Tour } from '../tour.ts';
import { formatInstant, type View } from '../views.ts';

/** The views of quiet fans contain only the picks, which a song doesn't change. */
export function listSheetViews(tour: Tour, prediction: Prediction, index: number): View[] {
  const owner = tour.people[prediction.fan];
  const show = tour.shows.find(({ id }) => id === prediction.showId);
  if (!owner || !show) return [];
  const { username, isQuiet, hasPrivateSheets } = owner;
  const url = `/api/fans/${encodeURIComponent(username)}/shows/${show.id}`;
  const others = listActors(tour).filter((actor) => actor !== prediction.fan);
  const reader = {
    actor: others[(index + tour.editions) % others.length] ?? 0,
    audience: 'others',
  };
  const ownView = {
    ...{ actor: prediction.fan, audience: 'owner', url, status: 200 },
    body: { username, sheet: viewSheet(tour, prediction, show) },
  };
  const urls = isQuiet ? [`${url}/picks`] : [url, `${url}/picks`];
  if (!isRevealed(show, tour.now))
    return [
      ...urls.map((sheetUrl) => ({ ...reader, url: sheetUrl, status: 404 })),
      ...(isQuiet ? [] : [ownView]),
    ];
  const picks = hasPrivateSheets ? null : listPicks(tour, prediction);
  const picksView = { ...reader, url: `${url}/picks`, status: 200, body: { username, picks } };
  if (isQuiet) return [picksView];
  // A public sheet is the same for everyone.
  return hasPrivateSheets
    ? [picksView, ownView, { ...reader, url, status: 200, body: { username, sheet: null } }]
    : [picksView, { ...ownView, ...reader }];
}

function viewSheet(tour: Tour, prediction: Prediction, show: Show) {
  const { points, submittedAt, fan } = prediction;
  const board = viewShowLeaderboard(tour, show);
  const row = board.find(({ userId }) => userId === tour.people[fan]?.userId);
  const hasStanding = show.status === 'live' || points !== null;
  return {
    submittedAt: formatInstant(submittedAt),
    points,
    standing: hasStanding && row ? { rank: row.rank, total: board.length } : null,
    picks: listPicks(tour, prediction).map(({ id: _, ...pick }) => pick),
  };
}

function listPicks({ songs }: Tour, { picks }: Prediction) {
  return picks.map(({ songId, position }) => {
    const { title } = songs.find(({ id }) => id === songId) ?? {};
    return { id: songId, title, position };
  });
}

/** With fewer than five sheets, the counts would reveal whose picks they are. */
export function listCrowdViews(tour: Tour): View[] {
  const actors = listActors(tour);
  return tour.shows.map((show, index) => ({
    actor: actors[(index + tour.editions) % actors.length] ?? 0,
    url: `/api/shows/${show.id}/crowd`,
    status: 200,
    body: isRevealed(show, tour.now) ? countCrowd(tour, show) : { sheets: 0, songs: [] },
  }));
}

const MIN_SHEETS = 5;

/** Subtracting the public sheets would reveal fewer than five private ones. */
function countCrowd({ predictions, people, songs }: Tour, show: Show) {
  const sheets = predictions.filter(({ showId, isSurprise }) => showId === show.id && !isSurprise);
  const openSheets = sheets.filter(({ fan }) => !people[fan]?.hasPrivateSheets);
  const counted = sheets.length - openSheets.length < MIN_SHEETS ? openSheets : sheets;
  if (counted.length < MIN_SHEETS) return { sheets: counted.length, songs: [] };
  const rows = songs.map(({ id, title }) => {
    const count = (isCounted: (songIds: string[]) => boolean) =>
      counted.filter(({ picks }) => isCounted(picks.map(({ songId }) => songId))).length;
    return {
      ...{ songId: id, title },
      calls: count((songIds) => songIds.includes(id)),
      openerCalls: count((songIds) => songIds[0] === id),
      closerCalls: count((songIds) => songIds.at(-1) === id),
      positions: countPositions(counted, id),
    };
  });
  return {
    sheets: counted.length,
    songs: rows
      .filter(({ calls }) => calls > 0)
      .sort((a, b) => b.calls - a.calls || (a.title < b.title ? -1 : 1)),
  };
}

/** Counts a song's calls by position, up to the last position with one. */
function countPositions(sheets: readonly Prediction[], songId: string): number[] {
  const positions = sheets.flatMap(({ picks }) =>
    picks.filter((pick) => pick.songId === songId).map(({ position }) => position),
  );
  return Array.from(
    { length: Math.max(0, ...positions) },
    (_, index) => positions.filter((position) => position === index + 1).length,
  );
}
