import type { Archive, ArchivePage, Handled } from '../readers/archive.ts';
import { ImportStopped } from '../readers/import-stopped.ts';
import { openSavedArchive, type SavedWanted } from '../readers/saved-archive.ts';

export type ArchiveQuestion = { open: SavedWanted } | 'next page';

export type ArchiveAnswer =
  | { source: string }
  | { page: ArchivePage }
  /** After the last page. */
  | { handled: Handled['counts'] }
  | { refused: string }
  /** Any other error. */
  | { failed: unknown };

interface Port {
  on(event: 'message', listener: (question: ArchiveQuestion) => void): unknown;
  postMessage(answer: ArchiveAnswer): void;
}

/** Reads a page only on request, so pages don't queue up in memory. */
export function serveArchive(port: Port): void {
  let archive: Archive | undefined;
  let pages: Iterator<ArchivePage> | AsyncIterator<ArchivePage> | undefined;

  port.on('message', async (question) => {
    port.postMessage(await answerOf(question));
  });

  async function answerOf(question: ArchiveQuestion): Promise<ArchiveAnswer> {
    try {
      if (question !== 'next page') {
        archive = await openSavedArchive(question.open);
        pages = iteratorOf(archive.pages);
        return { source: archive.source };
      }
      const next = await pages?.next();
      return next && !next.done ? { page: next.value } : { handled: archive?.handled.counts ?? {} };
    } catch (error) {
      if (error instanceof ImportStopped) return { refused: error.message };
      return { failed: error };
    }
  }
}

function iteratorOf(pages: Archive['pages']) {
  return Symbol.asyncIterator in pages ? pages[Symbol.asyncIterator]() : pages[Symbol.iterator]();
}
