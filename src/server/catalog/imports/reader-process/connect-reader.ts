import { MINUTE } from '#contract/durations.ts';
import { ImportStoppedError } from '../readers/import-stopped-error.ts';
import { NOTHING_IMPORTED } from '../readers/unpack.ts';
import type { ReaderRequest, ReaderResponse } from './serve-archive.ts';
import { startReader } from './start-reader.ts';

const TIMEOUT_MS = MINUTE;

const IN_PARTS = `${NOTHING_IMPORTED} Import them in several parts. Nothing is imported twice.`;

/** `send` throws `ImportStoppedError` for rejected files and exceeded limits. */
export function connectReader(signal?: AbortSignal, timeoutMs = TIMEOUT_MS) {
  signal?.throwIfAborted();
  const reader = startReader();
  let isClosed = false;
  const exit = new Promise<never>((_, reject) => {
    reader.once('error', reject);
    reader.once('exit', (code, killedBy) => {
      if (signal?.aborted) reject(signal.reason);
      else reject(isClosed ? createClosedError() : toExitError(code, killedBy));
    });
  });
  // Prevents an unhandled rejection if the reader exits between requests.
  exit.catch(() => undefined);
  const close = () => {
    isClosed = true;
    reader.kill('SIGKILL');
  };
  signal?.addEventListener('abort', close);

  return {
    close,
    /** After this, only `close` ends the process. */
    ignoreSignal: () => signal?.removeEventListener('abort', close),
    async send(request: ReaderRequest): Promise<ReaderResponse> {
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(createTimeoutError(timeoutMs)), timeoutMs);
      });
      const message = new Promise<ReaderResponse>((resolve) =>
        reader.once('message', (response) => resolve(response as ReaderResponse)),
      );
      try {
        reader.send(request, () => undefined);
        const response = await Promise.race([message, exit, timeout]);
        if ('rejection' in response) throw new ImportStoppedError(response.rejection);
        if ('error' in response) throw new Error(FAILED, { cause: response.error });
        return response;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

const FAILED = 'The process that reads import files failed';

// V8 aborts when its heap is full, or the kernel kills the process. Other errors exit below 128.
export function toExitError(code: number | null, signal: NodeJS.Signals | null): Error {
  const isOutOfMemory = signal !== null || (code ?? 0) >= 128;
  if (isOutOfMemory)
    return new ImportStoppedError('The files', 'reading them takes too much memory', IN_PARTS);
  return new Error(`${FAILED} with code ${code}`);
}

function createTimeoutError(ms: number): ImportStoppedError {
  return new ImportStoppedError(
    'The files',
    `reading them takes more than ${ms / 1000} s`,
    IN_PARTS,
  );
}

function createClosedError(): ImportStoppedError {
  return new ImportStoppedError('The files', 'reading them was stopped', NOTHING_IMPORTED);
}
