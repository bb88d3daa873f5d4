import { type Archive, type ArchivePage, Handled } from './archive.ts';
import { ImportStopped } from './import-stopped.ts';
import type { SavedWanted } from './saved-archive.ts';
import type { ArchiveAnswer, ArchiveQuestion } from './serve-archive.ts';
import { startReader } from './start-reader.ts';
import { NOTHING_IMPORTED } from './unpack.ts';

/** Reading files at the maximum sizes takes a few seconds. */
const PATIENCE_MS = 60_000;

const IN_PARTS = `${NOTHING_IMPORTED} Import them in several parts: nothing is imported twice.`;

/**
 * Opens files in a child process, which exits after the last page, on `close`, or if `signal` aborts
 * before the files are open. Throws `ImportStopped` if the files are rejected, take too much memory or
 * take too long.
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
    reader.once('exit', () => {
      if (signal?.aborted) reject(signal.reason);
      else reject(isClosed ? hasEnded() : takesTooMuch());
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
      // `ended` reports a reader that has exited, so send errors are ignored.
      reader.send(question, () => undefined);
      const answer = await Promise.race([answered, ended, patience]);
      if ('refused' in answer) throw new ImportStopped(answer.refused);
      return answer;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** The reader exits on its own only when it runs out of memory. */
function takesTooMuch(): ImportStopped {
  return new ImportStopped('The files', 'they take more memory than an import may', IN_PARTS);
}

function takesTooLong(ms: number): ImportStopped {
  return new ImportStopped('The files', `they take more than ${ms / 1000} s to read`, IN_PARTS);
}

function hasEnded(): ImportStopped {
  return new ImportStopped('The files', 'their reading was ended', NOTHING_IMPORTED);
}
