import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { drawPicture } from './draw-picture.tsx';
import type { CardPicture } from './picture.tsx';

// A worker, because drawing blocks a processor for half a second.

// Gives requests priority: the worker gets a third of their share of a busy processor. Only Linux
// has priorities per thread. Elsewhere this would slow the whole server.
if (process.platform === 'linux') setPriority(0, 5);

parentPort?.on('message', async (picture: CardPicture) => {
  parentPort?.postMessage(await drawPicture(picture));
});
