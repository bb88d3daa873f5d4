import { setPriority } from 'node:os';
import { serveArchive } from './serve-archive.ts';

// A process of its own: a file may be made to take a processor for minutes, and all memory there is. A
// thread that runs out of memory within JSON.parse ends the whole server, whatever its limits are.

// Requests go first, as in `draw-worker.ts`.
if (process.platform === 'linux') setPriority(0, 10);

process.once('disconnect', () => process.exit());
serveArchive({
  on: (event, listener) => process.on(event, listener),
  postMessage: (answer) => void process.send?.(answer),
});
