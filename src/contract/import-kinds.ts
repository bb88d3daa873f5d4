export const IMPORT_KINDS = ['setlistfm', 'songfish', 'shows'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

export const KIND_NAMES: Record<ImportKind, string> = {
  setlistfm: 'setlist.fm responses',
  songfish: 'Songfish responses',
  shows: 'shows',
};

export const KIND_CHARACTERS = 4096;

export function detectKind(text: string): ImportKind | undefined {
  const head = text.slice(0, KIND_CHARACTERS).trimStart();
  if (!head.startsWith('{')) return undefined;
  if (/"(?:itemsPerPage|setlist|eventDate)"\s*:/.test(head)) return 'setlistfm';
  if (/"(?:error_message|showdate)"\s*:/.test(head)) return 'songfish';
  return /"date"\s*:\s*"\d{4}-\d\d-\d\d"/.test(head) ? 'shows' : undefined;
}
