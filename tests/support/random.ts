import { seededRandom } from '../../tools/replay/fans.ts';

/** Numbers from 0 up to 1, the same ones in every run. */
export const random = seededRandom(11);
