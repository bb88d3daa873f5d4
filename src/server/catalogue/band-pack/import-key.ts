import { identityKey } from '#contract/text.ts';

/** Another band's pack may use the same keys. */
export function importKeyOf(bandName: string, key: string): string {
  return `${identityKey(bandName).replaceAll(/[^\p{L}\p{N}]+/gu, '-')}:${key}`;
}
