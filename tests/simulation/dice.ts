import fc from 'fast-check';

/** The random numbers of a step. Each one selects an item from the tour's current state. */
export interface Dice {
  person: number;
  show: number;
  row: number;
  song: number;
  place: number;
  variant: number;
  songs: number[];
  id: string;
}

/** A failing story is shrunk by removing steps, because smaller numbers would not simplify it. */
export const arbitraryDice: fc.Arbitrary<Dice> = fc.noShrink(
  fc.record({
    person: fc.nat(23),
    // Prefers the first show, so that its state develops.
    show: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 3, arbitrary: fc.nat(11) }),
    row: fc.nat(23),
    song: fc.nat(23),
    place: fc.nat(23),
    variant: fc.nat(23),
    // Few songs, so that fans share picks and some are correct.
    songs: fc.uniqueArray(fc.nat(5), { maxLength: 5 }),
    id: fc.uuid({ version: 4 }),
  }),
);

export function choose<T>(
  items: readonly T[],
  number: number,
  isPreferred = (_: T) => false,
): T | undefined {
  const preferredItems = number % 6 === 5 ? [] : items.filter(isPreferred);
  const candidates = preferredItems.length > 0 ? preferredItems : items;
  return candidates[number % candidates.length];
}
