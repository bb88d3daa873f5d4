import type { ImportQuery } from '#contract/imports.ts';
import { ApiError } from '../../../http/api-error.ts';
import { checkTimeZone } from '../../../shows/show-date.ts';
import type { SavedFile } from '../readers/unpack.ts';
import type { Wanted } from './open-archive.ts';

/** Throws 400 for an unknown zone or a missing file. */
export function readImport(
  { kind, artist, site = '', since: year, start, zone }: ImportQuery,
  { files, apiKey }: { files: readonly SavedFile[]; apiKey: string | undefined },
): Wanted {
  if (zone) checkTimeZone(zone);
  if (kind === 'shows' && files.length === 0) throw new ApiError(400, 'Choose a file');
  const usual = start && zone ? { start, zone } : undefined;
  const since = year && `${year}-01-01`;
  if (kind === 'shows') return { kind, files, usual };
  if (kind === 'songfish') return { kind, site, artist, since, files, usual };
  return { kind, artist, since, files, usual, apiKey };
}
