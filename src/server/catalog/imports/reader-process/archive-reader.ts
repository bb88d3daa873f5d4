import { setPriority } from 'node:os';
import { serveArchive } from './serve-archive.ts';

// Runs in a separate process, because a hostile file can exhaust CPU and memory: a worker thread
// that runs out of memory in JSON.parse takes the whole server down, despite its resource limits.

if (process.platform === 'linux') setPriority(0, 10);

process.once('disconnect', () => process.exit());
serveArchive({
  on: (event, listener) => process.on(event, listener),
  postMessage: (response) => void process.send?.(response),
});
