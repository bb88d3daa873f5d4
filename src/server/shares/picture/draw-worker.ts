import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { drawPicture } from './draw-picture.tsx';
import type { CardPicture } from './picture.tsx';

// A thread of its own: drawing takes a processor for half a second.

// Requests go first: it gets a third of their share of a busy processor. Only Linux has priorities
// by thread; elsewhere this would be the whole server's.
if (process.platform === 'linux') setPriority(0, 5);

parentPort?.on('message', async (picture: CardPicture) => {
  parentPort?.postMessage(await drawPicture(picture));
});
