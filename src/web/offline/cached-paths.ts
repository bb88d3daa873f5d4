/**
 * Whether the last answer of a GET is cached for offline use: shows, setlists, songs, the user's own
 * predictions and the current user, without which no page can render. No other user's data.
 */
export function isCached(pathname: string): boolean {
  return CACHED_PATHS.test(pathname);
}

// Not derived from the contract, which would load zod every time the worker starts. The test compares
// it with the contract's paths.
const CACHED_PATHS =
  /^\/api\/(?:auth\/user|songs|shows(?:\/(?:upcoming|live|[\da-f-]{36}(?:\/setlist)?))?|predictions\/(?:my-predictions|[\da-f-]{36}))$/;

/** Whether the app renders this path, rather than a file, an API call or a server-rendered page. */
export function isScreen(pathname: string): boolean {
  return !pathname.includes('.') && !/^\/(?:api|ws|s|unsubscribe)(?:\/|$)/i.test(pathname);
}
