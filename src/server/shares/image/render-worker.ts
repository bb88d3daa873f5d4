import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { type ImageContent, renderImage } from './render-image.tsx';

// Only Linux has priorities per thread; elsewhere this would slow down the server.
if (process.platform === 'linux') setPriority(0, 5);

parentPort?.on('message', async (content: ImageContent) => {
  parentPort?.postMessage(await renderImage(content));
});
