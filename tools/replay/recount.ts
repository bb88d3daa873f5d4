/**
 * An independent implementation of the scoring rules: 41 for the first pick as opener or the last
 * as a closer, 27 in its own position, 10 if played anywhere else.
 */
export function recountPoints(
  picks: readonly string[],
  setlist: readonly { title: string; isCloser: boolean }[],
): number {
  let sum = 0;
  picks.forEach((title, index) => {
    const isOpener = index === 0 && setlist[0]?.title === title;
    const isCloser =
      index === picks.length - 1 && setlist.some((row) => row.isCloser && row.title === title);
    if (isOpener || isCloser) sum += 41;
    else if (setlist[index]?.title === title) sum += 27;
    else if (setlist.some((row) => row.title === title)) sum += 10;
  });
  return sum;
}

/** Equal points share a rank, and the next rank skips: 1, 2, 2, 4. */
export function recountRanks(points: readonly number[]): number[] {
  return points.map((fanPoints) => 1 + points.filter((other) => other > fanPoints).length);
}
