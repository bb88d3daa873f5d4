export type Random = () => number;

/** Returns a seeded generator of numbers in [0, 1) (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Seeds the generator from the IDs alone, so that a restarted server makes the same plans. */
export function createRandomFromIds(...uuids: string[]): Random {
  const seeds = uuids.map((uuid) => Number.parseInt(uuid.replaceAll('-', '').slice(-8), 16));
  return createRandom(seeds.reduce((seed, next) => Math.imul(seed, 31) ^ next, 17));
}
