const MB = 1024 * 1024;

/** What the files of one import may hold. All sizes are of all files together, but for the line's. */
export const IMPORT_LIMITS = {
  files: 500,
  /** As they are sent, packed or not. */
  uploadBytes: 32 * MB,
  unpackedBytes: 64 * MB,
  /** A saved answer is read as a whole, and may unpack to this. */
  answerBytes: 16 * MB,
  lineBytes: MB,
  shows: 10_000,
  showsOnDay: 10,
  /** Different ones. */
  songs: 10_000,
  songsInSet: 60,
  songsInShow: 120,
} as const;
