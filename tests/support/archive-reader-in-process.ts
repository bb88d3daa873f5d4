import { EventEmitter } from 'node:events';
import {
  type ReaderRequest,
  serveArchive,
} from '#server/catalog/imports/reader-process/serve-archive.ts';

/** Replaces the process of `archive-reader.ts`. */
export function startReading() {
  const childEvents = new EventEmitter();
  const reader = new EventEmitter();
  serveArchive({
    on: (event, listener) => childEvents.on(event, listener),
    postMessage: (response) => void reader.emit('message', structuredClone(response)),
  });
  return Object.assign(reader, {
    send: (request: ReaderRequest) => childEvents.emit('message', structuredClone(request)),
    kill() {
      childEvents.removeAllListeners();
      reader.emit('exit', null, 'SIGKILL');
    },
  });
}
