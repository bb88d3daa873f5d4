export const IMPORT_KINDS = ['setlistfm', 'songfish', 'shows'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

export const KIND_NAMES: Record<ImportKind, string> = {
  setlistfm: 'answers of setlist.fm',
  songfish: 'answers of a Songfish site',
  shows: 'shows',
};

/** How much of a file's start decides its kind. */
export const KIND_HEAD_LENGTH = 4096;

export function kindOf(text: string): ImportKind | undefined {
  const head = text.slice(0, KIND_HEAD_LENGTH).trimStart();
  if (!head.startsWith('{')) return undefined;
  if (/"(?:itemsPerPage|setlist|eventDate)"\s*:/.test(head)) return 'setlistfm';
  if (/"(?:error_message|showdate)"\s*:/.test(head)) return 'songfish';
  return /"date"\s*:\s*"\d{4}-\d\d-\d\d"/.test(head) ? 'shows' : undefined;
}
