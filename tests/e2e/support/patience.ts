/** For `expect.poll`: as long as a page may need on a busy machine. Its own default is a second. */
export const PATIENT = { timeout: 15_000 };
