import fc from 'fast-check';

/** What chance gives a step; which thing a number means depends on what there is. */
export interface Dice {
  who: number;
  show: number;
  row: number;
  song: number;
  place: number;
  way: number;
  songs: number[];
  id: string;
}

/** A failing story is shortened by its steps: smaller numbers would make no simpler ones. */
export const dice: fc.Arbitrary<Dice> = fc.noShrink(
  fc.record({
    who: fc.nat(23),
    // Mostly the same one, so that something comes of it.
    show: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 3, arbitrary: fc.nat(11) }),
    row: fc.nat(23),
    song: fc.nat(23),
    place: fc.nat(23),
    way: fc.nat(23),
    // Few songs: fans call alike, and some are right.
    songs: fc.uniqueArray(fc.nat(5), { maxLength: 5 }),
    id: fc.uuid({ version: 4 }),
  }),
);

/** Of those that are wanted, where there are any; else of all. */
export function choose<T>(
  all: readonly T[],
  number: number,
  isWanted = (_: T) => false,
): T | undefined {
  const wanted = number % 6 === 5 ? [] : all.filter(isWanted);
  const from = wanted.length > 0 ? wanted : all;
  return from[number % from.length];
}
