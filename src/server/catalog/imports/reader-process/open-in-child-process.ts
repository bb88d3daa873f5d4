import { type Archive, type ArchivePage, ImportCounts } from '../readers/archive.ts';
import type { SavedArchiveRequest } from '../readers/saved-archive.ts';
import { connectReader } from './connect-reader.ts';

/** `signal` applies only until the files are open. After that, `close` ends the process. */
export async function openInChildProcess(
  request: SavedArchiveRequest,
  signal?: AbortSignal,
  timeoutMs?: number,
): Promise<Archive> {
  const { send, close, ignoreSignal } = connectReader(signal, timeoutMs);
  const importCounts = new ImportCounts();
  try {
    const response = await send({ open: request });
    const source = 'source' in response ? response.source : '';
    return { source, importCounts, pages: pages(), close };
  } catch (error) {
    close();
    throw error;
  } finally {
    ignoreSignal();
  }

  async function* pages(): AsyncGenerator<ArchivePage> {
    try {
      for (;;) {
        const response = await send('next page');
        if (!('page' in response)) {
          if ('counts' in response) Object.assign(importCounts.byKey, response.counts);
          return;
        }
        yield response.page;
      }
    } finally {
      close();
    }
  }
}
