import type { Archive, ArchivePage, ImportCounts } from '../readers/archive.ts';
import { ImportStoppedError } from '../readers/import-stopped-error.ts';
import {
  type CheckedPackTables,
  type PackTablesRequest,
  readPackTables,
} from '../readers/pack-tables.ts';
import { openSavedArchive, type SavedArchiveRequest } from '../readers/saved-archive.ts';

export type ReaderRequest =
  | { open: SavedArchiveRequest }
  | 'next page'
  | { check: PackTablesRequest };

export type ReaderResponse =
  | { source: string }
  | { page: ArchivePage }
  /** Sent after the last page. */
  | { counts: ImportCounts['byKey'] }
  | { checked: CheckedPackTables }
  | { rejection: string }
  | { error: unknown };

interface Port {
  on(event: 'message', listener: (request: ReaderRequest) => void): unknown;
  postMessage(response: ReaderResponse): void;
}

/** Reads a page only on request, so pages don't queue up in memory. */
export function serveArchive(port: Port): void {
  let archive: Archive | undefined;
  let pages: Iterator<ArchivePage> | AsyncIterator<ArchivePage> | undefined;

  port.on('message', async (request) => {
    port.postMessage(await handleRequest(request));
  });

  async function handleRequest(request: ReaderRequest): Promise<ReaderResponse> {
    try {
      if (request !== 'next page' && 'check' in request)
        return { checked: await readPackTables(request.check) };
      if (request !== 'next page') {
        archive = await openSavedArchive(request.open);
        pages = getIterator(archive.pages);
        return { source: archive.source };
      }
      const result = await pages?.next();
      return result && !result.done
        ? { page: result.value }
        : { counts: archive?.importCounts.byKey ?? {} };
    } catch (error) {
      if (error instanceof ImportStoppedError) return { rejection: error.message };
      return { error };
    }
  }
}

function getIterator(pages: Archive['pages']) {
  return Symbol.asyncIterator in pages ? pages[Symbol.asyncIterator]() : pages[Symbol.iterator]();
}
