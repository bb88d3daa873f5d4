import { MAX_PICKS } from '#contract/predictions.ts';

export interface LinkedSheet {
  showId: string;
  songIds: readonly string[];
}

/** Returns a URL fragment that contains the sheet, or '' for an empty sheet. */
export function formatSheetLink({ showId, songIds }: LinkedSheet): string {
  return songIds.length === 0 ? '' : `${PREFIX}${[showId, ...songIds].map(packId).join('.')}`;
}

/** Returns null for any other fragment. The IDs may be unknown. */
export function parseSheetLink(fragment: string): LinkedSheet | null {
  if (!fragment.startsWith(PREFIX) || fragment.length > MAX_LENGTH) return null;
  const [showId, ...ids] = fragment.slice(PREFIX.length).split('.').map(unpackId);
  const songIds = [...new Set(ids)].filter((id) => id !== null);
  return showId && songIds.length > 0 ? { showId, songIds } : null;
}

const PREFIX = '#sheet=';
const PACKED_LENGTH = 22;
const MAX_LENGTH = PREFIX.length + (1 + MAX_PICKS) * (PACKED_LENGTH + 1);

/** Encodes a UUID's 16 bytes in base64url, so that a full sheet fits into a short message. */
function packId(id: string): string {
  const bytes = id.replaceAll('-', '').match(/../g) ?? [];
  const text = btoa(String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 16))));
  return text.slice(0, PACKED_LENGTH).replaceAll('+', '-').replaceAll('/', '_');
}

function unpackId(packed: string): string | null {
  if (!/^[\w-]{22}$/.test(packed)) return null;
  const text = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
  const hex = [...text].map((byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
