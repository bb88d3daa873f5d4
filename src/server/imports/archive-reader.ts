import { setPriority } from 'node:os';
import { serveArchive } from './serve-archive.ts';

// A separate process, because a hostile file can use a CPU for minutes and exhaust the memory. A worker
// thread that runs out of memory in JSON.parse ends the whole server, regardless of its resource limits.

// Runs at a lower priority than requests, like `draw-worker.ts`.
if (process.platform === 'linux') setPriority(0, 10);

process.once('disconnect', () => process.exit());
serveArchive({
  on: (event, listener) => process.on(event, listener),
  postMessage: (answer) => void process.send?.(answer),
});
