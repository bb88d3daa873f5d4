import { identityKey } from '#contract/text.ts';

/** Prefixes the key with the band, because another band's pack may use the same keys. */
export function buildImportKey(bandName: string, key: string): string {
  return `${identityKey(bandName).replaceAll(/[^\p{L}\p{N}]+/gu, '-')}:${key}`;
}
