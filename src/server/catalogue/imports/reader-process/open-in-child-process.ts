import { type Archive, type ArchivePage, Handled } from '../readers/archive.ts';
import { ImportStopped } from '../readers/import-stopped.ts';
import type { SavedWanted } from '../readers/saved-archive.ts';
import { NOTHING_IMPORTED } from '../readers/unpack.ts';
import type { ArchiveAnswer, ArchiveQuestion } from './serve-archive.ts';
import { startReader } from './start-reader.ts';

/** The largest files take a few seconds. */
const PATIENCE_MS = 60_000;

const IN_PARTS = `${NOTHING_IMPORTED} Import them in several parts: nothing is imported twice.`;

/**
 * `signal` counts only until the files are open: `close` ends the process after that. Throws
 * `ImportStopped` for files that are rejected or take too much memory or time, and another error if
 * the process fails.
 */
export async function openInChildProcess(
  open: SavedWanted,
  signal?: AbortSignal,
  patienceMs = PATIENCE_MS,
): Promise<Archive> {
  signal?.throwIfAborted();
  const reader = startReader();
  let isClosed = false;
  const ended = new Promise<never>((_, reject) => {
    reader.once('error', reject);
    reader.once('exit', (code, killedBy) => {
      if (signal?.aborted) reject(signal.reason);
      else reject(isClosed ? hasEnded() : errorOfExit(code, killedBy));
    });
  });
  // Prevents an unhandled rejection if the reader exits between requests.
  ended.catch(() => undefined);
  const close = () => {
    isClosed = true;
    reader.kill('SIGKILL');
  };
  signal?.addEventListener('abort', close);
  const handled = new Handled();
  try {
    const answer = await ask({ open });
    const source = 'source' in answer ? answer.source : '';
    return { source, handled, pages: pages(), close };
  } catch (error) {
    close();
    throw error;
  } finally {
    signal?.removeEventListener('abort', close);
  }

  async function* pages(): AsyncGenerator<ArchivePage> {
    try {
      for (;;) {
        const answer = await ask('next page');
        if (!('page' in answer)) {
          if ('handled' in answer) Object.assign(handled.counts, answer.handled);
          return;
        }
        yield answer.page;
      }
    } finally {
      close();
    }
  }

  async function ask(question: ArchiveQuestion): Promise<ArchiveAnswer> {
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(takesTooLong(patienceMs)), patienceMs);
    });
    const answered = new Promise<ArchiveAnswer>((resolve) =>
      reader.once('message', (answer) => resolve(answer as ArchiveAnswer)),
    );
    try {
      // `ended` reports a reader that has exited.
      reader.send(question, () => undefined);
      const answer = await Promise.race([answered, ended, patience]);
      if ('refused' in answer) throw new ImportStopped(answer.refused);
      if ('failed' in answer) throw new Error(FAILED, { cause: answer.failed });
      return answer;
    } finally {
      clearTimeout(timer);
    }
  }
}

const FAILED = 'The process that reads import files failed';

/** V8 aborts when its heap is full, and the kernel kills. Errors of the code exit with less. */
export function errorOfExit(code: number | null, signal: NodeJS.Signals | null): Error {
  const isOutOfMemory = signal !== null || (code ?? 0) >= 128;
  if (isOutOfMemory)
    return new ImportStopped('The files', 'they take more memory than an import may', IN_PARTS);
  return new Error(`${FAILED} with code ${code}`);
}

function takesTooLong(ms: number): ImportStopped {
  return new ImportStopped('The files', `they take more than ${ms / 1000} s to read`, IN_PARTS);
}

function hasEnded(): ImportStopped {
  return new ImportStopped('The files', 'their reading was ended', NOTHING_IMPORTED);
}
