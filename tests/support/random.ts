import { seededRandom } from '../../tools/replay/fans.ts';

/** Random numbers from 0 to 1, the same in every run. */
export const random = seededRandom(11);
