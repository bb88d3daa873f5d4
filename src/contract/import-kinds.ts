export const ARCHIVE_KINDS = ['setlistfm', 'songfish', 'shows'] as const;
export type ArchiveKind = (typeof ARCHIVE_KINDS)[number];

export const IMPORT_KINDS = [...ARCHIVE_KINDS, 'pack'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

export const PACK_TABLES = ['songs', 'shows', 'setlists'] as const;
export type PackTable = (typeof PACK_TABLES)[number];

const FIRST_COLUMNS: Record<PackTable, string> = {
  songs: 'key,title',
  shows: 'key,name',
  setlists: 'show,position',
};

export const KIND_NAMES: Record<ImportKind, string> = {
  setlistfm: 'setlist.fm responses',
  songfish: 'Songfish responses',
  shows: 'shows',
  pack: 'a table of a band pack',
};

export const KIND_CHARACTERS = 4096;

export function detectKind(text: string): ImportKind | undefined {
  const head = text.slice(0, KIND_CHARACTERS).trimStart();
  if (detectTable(head)) return 'pack';
  if (!head.startsWith('{')) return undefined;
  if (/"(?:itemsPerPage|setlist|eventDate)"\s*:/.test(head)) return 'setlistfm';
  if (/"(?:error_message|showdate)"\s*:/.test(head)) return 'songfish';
  return /"date"\s*:\s*"\d{4}-\d\d-\d\d"/.test(head) ? 'shows' : undefined;
}

export function detectTable(text: string): PackTable | undefined {
  const [first, second] = text
    .slice(0, KIND_CHARACTERS)
    .split(/[,;\t\r\n]/, 2)
    .map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
  return PACK_TABLES.find((table) => FIRST_COLUMNS[table] === `${first},${second}`);
}
