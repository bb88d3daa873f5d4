import { identityKey } from '#contract/text.ts';

/** Prefixes the key with the band's name, because another band's pack may use the same keys. */
export function importKeyOf(bandName: string, key: string): string {
  return `${identityKey(bandName).replaceAll(/[^\p{L}\p{N}]+/gu, '-')}:${key}`;
}
