import { createRandom } from '../../tools/replay/fans.ts';

/** Random numbers from 0 to 1, the same in every run. */
export const random = createRandom(11);
