const MB = 1024 * 1024;

/** `uploadBytes` and `unpackedBytes` are totals over all files. */
export const IMPORT_LIMITS = {
  files: 500,
  uploadBytes: 32 * MB,
  unpackedBytes: 64 * MB,
  /** A saved API response is parsed in one piece. */
  responseBytes: 16 * MB,
  lineBytes: MB,
  shows: 10_000,
  showsOnDay: 10,
  songs: 10_000,
  songsInSet: 60,
  songsInShow: 120,
} as const;

export const PACK_LIMITS = {
  /** The total of all files, unpacked. */
  unpackedBytes: 8 * MB,
  rows: 50_000,
  rowCharacters: 16_384,
  /** The number of problems that a response lists. */
  problems: 500,
} as const;
