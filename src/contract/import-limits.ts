const MB = 1024 * 1024;

/** Limits of one import. Sizes are totals over all files, except `lineBytes`. */
export const IMPORT_LIMITS = {
  files: 500,
  /** Upload size, compressed or not. */
  uploadBytes: 32 * MB,
  unpackedBytes: 64 * MB,
  /** Uncompressed size of a saved API response, which is parsed in one piece. */
  answerBytes: 16 * MB,
  lineBytes: MB,
  shows: 10_000,
  showsOnDay: 10,
  /** Distinct songs. */
  songs: 10_000,
  songsInSet: 60,
  songsInShow: 120,
} as const;
