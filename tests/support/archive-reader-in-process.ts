import { EventEmitter } from 'node:events';
import {
  type ReaderRequest,
  serveArchive,
} from '#server/catalogue/imports/reader-process/serve-archive.ts';

/** Replaces the process of `archive-reader.ts`. */
export function startReading() {
  const inside = new EventEmitter();
  const reader = new EventEmitter();
  serveArchive({
    on: (event, listener) => inside.on(event, listener),
    postMessage: (response) => void reader.emit('message', structuredClone(response)),
  });
  return Object.assign(reader, {
    send: (request: ReaderRequest) => inside.emit('message', structuredClone(request)),
    kill() {
      inside.removeAllListeners();
      reader.emit('exit', null, 'SIGKILL');
    },
  });
}
