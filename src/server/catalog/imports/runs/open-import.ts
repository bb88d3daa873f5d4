import type { ImportQuery } from '#contract/imports.ts';
import type { Context } from '../../../context.ts';
import { openInChildProcess } from '../reader-process/open-in-child-process.ts';
import type { SavedFile } from '../readers/unpack.ts';
import { buildArchiveRequest, isArchiveQuery } from '../sites/archive-request.ts';
import { type ConnectionOptions, openArchive } from '../sites/open-archive.ts';
import { findSetlistfmKey } from '../sites/setlistfm-key.ts';
import { formatSummary } from './format-summary.ts';
import { importArchive } from './import-archive.ts';
import type { OpenImport } from './import-options.ts';
import { openPackImport } from './pack-import.ts';
import { previewArchive } from './preview-archive.ts';

export interface ImportConfig
  extends Pick<ConnectionOptions, 'dataDir' | 'baseUrl' | 'mayConnect' | 'sleep'> {
  apiKey?: string | undefined;
  onFailure?: (error: unknown) => void;
}

interface OpenImportOptions extends ImportConfig {
  files: readonly SavedFile[];
  signal: AbortSignal;
  disconnectSignal: AbortSignal;
}

/** Throws 400 for an invalid query, and `ImportStoppedError` for files that are rejected. */
export async function openImport(
  { db, clock, band }: Pick<Context, 'db' | 'clock' | 'band'>,
  query: ImportQuery,
  { files, signal, disconnectSignal, ...importConfig }: OpenImportOptions,
): Promise<OpenImport> {
  const readSignal = AbortSignal.any([signal, disconnectSignal]);
  if (!isArchiveQuery(query))
    return openPackImport(db, query, {
      files,
      signal: readSignal,
      band: band.current(),
      now: clock(),
    });
  const apiKey = await findSetlistfmKey(db, importConfig.apiKey);
  const request = buildArchiveRequest(query, { files, apiKey });
  const archive = await openArchive(request, {
    openSaved: (savedRequest) => openInChildProcess(savedRequest, readSignal),
    ...importConfig,
    signal,
  });
  const { defaultStart } = request;
  const isFirstPage = files.length === 0;
  return {
    source: archive.source,
    close: () => archive.close?.(),
    preview: (options) => previewArchive(db, archive, { ...options, defaultStart, isFirstPage }),
    run: async (options) =>
      formatSummary(await importArchive(db, archive, { ...options, defaultStart })),
  };
}
