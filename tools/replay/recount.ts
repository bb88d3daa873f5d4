/**
 * The rules once more, in the plainest words and on titles, so that a mistake in the product's own
 * statement of them cannot hide: 41 for the first pick as opener or the last as a closer, else 27 in
 * its own place, else 10 played anywhere, else 0.
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

/** Ranks by points: equal points share a rank and the next one is skipped (1, 2, 2, 4). */
export function recountRanks(points: readonly number[]): number[] {
  return points.map((own) => 1 + points.filter((other) => other > own).length);
}
