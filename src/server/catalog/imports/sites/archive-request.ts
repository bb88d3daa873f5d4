import type { ArchiveKind } from '#contract/import-kinds.ts';
import type { ImportQuery } from '#contract/imports.ts';
import { ApiError } from '../../../http/api-error.ts';
import { checkTimeZone } from '../../../shows/show-date.ts';
import type { SavedFile } from '../readers/unpack.ts';
import type { ArchiveRequest } from './open-archive.ts';

/** Throws 400 for an unknown zone or a missing file. */
export function buildArchiveRequest(
  { kind, artist, site = '', since: year, start, zone }: ArchiveQuery,
  { files, apiKey }: { files: readonly SavedFile[]; apiKey: string | undefined },
): ArchiveRequest {
  if (zone) checkTimeZone(zone);
  if (kind === 'shows' && files.length === 0) throw new ApiError(400, 'Choose a file');
  const defaultStart = start && zone ? { start, zone } : undefined;
  const since = year && `${year}-01-01`;
  if (kind === 'shows') return { kind, files, defaultStart };
  if (kind === 'songfish') return { kind, site, artist, since, files, defaultStart };
  return { kind, artist, since, files, defaultStart, apiKey };
}

export type ArchiveQuery = ImportQuery & { kind: ArchiveKind };

export function isArchiveQuery(query: ImportQuery): query is ArchiveQuery {
  return query.kind !== 'pack';
}
