import { type Prediction, type Row, type Show, sortByPosition, type Tour } from './tour.ts';

/** Each pick earns its best result, once. */
export function calculatePoints(picks: Prediction['picks'], setlist: readonly Row[]): number {
  const opener = sortByPosition(setlist)[0];
  const orderedPicks = sortByPosition(picks);
  let points = 0;
  for (const pick of orderedPicks) {
    const plays = setlist.filter((row) => row.songId === pick.songId);
    const results = [0];
    if (plays.length > 0) results.push(10);
    if (plays.some((row) => row.position === pick.position)) results.push(27);
    if (pick === orderedPicks[0] && opener?.songId === pick.songId) results.push(41);
    if (pick === orderedPicks.at(-1) && plays.some((row) => row.isCloser)) results.push(41);
    points += Math.max(...results);
  }
  return points;
}

export function score(tour: Tour, show: Show): void {
  show.isScored = true;
  for (const prediction of tour.predictions)
    if (prediction.showId === show.id)
      prediction.points = calculatePoints(prediction.picks, show.rows);
}

export function clearScores(tour: Tour, show: Show): void {
  show.isScored = false;
  for (const prediction of tour.predictions)
    if (prediction.showId === show.id) prediction.points = null;
}

export function calculateTotals(tour: Tour, fan: number) {
  const games = tour.predictions.filter(
    (prediction) => prediction.fan === fan && prediction.points !== null,
  );
  const totalPoints = games.reduce((sum, { points }) => sum + (points ?? 0), 0);
  const averageScore = formatHundredths(totalPoints * 100, Math.max(games.length, 1));
  return { totalPoints, gamesPlayed: games.length, averageScore };
}

/** Divides whole numbers and rounds half up to two decimals. `sum` is in hundredths. */
export function formatHundredths(sum: number, divisor: number): string {
  const hundredths = Math.floor((2 * sum + divisor) / (2 * divisor));
  return `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`;
}

/** Highest points first. Equal points share a rank, and the next rank skips: 1, 2, 2, 4. */
export function rank<T extends { totalPoints: number }>(rows: readonly T[]) {
  return [...rows]
    .sort((a, b) => b.totalPoints - a.totalPoints)
    .map((row) => ({
      ...row,
      rank: rows.filter(({ totalPoints }) => totalPoints > row.totalPoints).length + 1,
    }));
}
