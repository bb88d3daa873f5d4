import { EventEmitter } from 'node:events';
import {
  type ArchiveQuestion,
  serveArchive,
} from '#server/catalogue/imports/reader-process/serve-archive.ts';

/** Replaces the process of `archive-reader.ts`. */
export function startReading() {
  const inside = new EventEmitter();
  const reader = new EventEmitter();
  serveArchive({
    on: (event, listener) => inside.on(event, listener),
    postMessage: (answer) => void reader.emit('message', structuredClone(answer)),
  });
  return Object.assign(reader, {
    send: (question: ArchiveQuestion) => inside.emit('message', structuredClone(question)),
    kill() {
      inside.removeAllListeners();
      reader.emit('exit', null, 'SIGKILL');
    },
  });
}
