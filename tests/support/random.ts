import { createRandom } from '#server/demo/random.ts';

/** From 0 to 1, the same sequence in every run. */
export const random = createRandom(11);
