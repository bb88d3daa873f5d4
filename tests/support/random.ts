import { createRandom } from '#server/demo/random.ts';

/** Random numbers from 0 to 1, the same in every run. */
export const random = createRandom(11);
