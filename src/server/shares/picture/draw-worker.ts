import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { drawPicture } from './draw-picture.tsx';
import type { CardPicture } from './picture.tsx';

// Requests come first. Only Linux has priorities per thread; elsewhere this slows the server.
if (process.platform === 'linux') setPriority(0, 5);

parentPort?.on('message', async (picture: CardPicture) => {
  parentPort?.postMessage(await drawPicture(picture));
});
