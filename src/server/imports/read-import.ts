import type { BodyOf } from '#contract/endpoint.ts';
import type { startImport } from '#contract/imports.ts';
import { checkTimeZone } from '../shows/show-date.ts';
import type { Wanted } from './open-archive.ts';
import type { UsualStart } from './show-start.ts';

/** What a call or a command line asks for. Throws 400 for an unknown zone. */
export function readImport(
  { kind, artist, site = '', since: year, start, zone, files: sent }: BodyOf<typeof startImport>,
  apiKey: string | undefined,
): { wanted: Wanted; usual: UsualStart | undefined } {
  if (zone) checkTimeZone(zone);
  const usual = start && zone ? { start, zone } : undefined;
  const since = year && `${year}-01-01`;
  const files = sent.map(({ name, base64 }) => ({ name, bytes: Buffer.from(base64, 'base64') }));
  if (kind === 'shows') return { usual, wanted: { kind, files } };
  if (kind === 'songfish') return { usual, wanted: { kind, site, artist, since, files } };
  return { usual, wanted: { kind, artist, since, files, apiKey } };
}
