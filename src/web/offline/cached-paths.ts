/** Returns true for public data and the user's own. Every page needs `/api/auth/user`. */
export function isCached(pathname: string): boolean {
  return CACHED_PATHS.test(pathname);
}

// Not derived from the contract, which would load zod at each worker start. A test compares them.
const CACHED_PATHS =
  /^\/api\/(?:auth\/user|songs|shows(?:\/(?:upcoming|live|[\da-f-]{36}(?:\/setlist)?))?|predictions\/(?:my-predictions|[\da-f-]{36}))$/;

/** Returns false for files, API requests and server-rendered pages. */
export function isScreen(pathname: string): boolean {
  return !pathname.includes('.') && !/^\/(?:api|ws|s|unsubscribe|embed)(?:\/|$)/i.test(pathname);
}
