import { parentPort } from 'node:worker_threads';
import type { CardPicture } from './draw-picture.ts';
import { drawPicture } from './draw-picture.ts';

// A thread of its own: drawing takes a processor for some tenths of a second.

parentPort?.on('message', async (picture: CardPicture) => {
  parentPort?.postMessage(await drawPicture(picture));
});
