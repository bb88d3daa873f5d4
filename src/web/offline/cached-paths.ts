/**
 * Whether the last answer of a GET is kept for a hall without reception: shows, setlists, songs and
 * one's own predictions, and who is signed in, without which no page could be shown. Nothing of
 * anybody else.
 */
export function isCached(pathname: string): boolean {
  return KEPT.test(pathname);
}

// Written by hand, as the contract would bring zod along into every waking of the worker; the test
// holds it to the contract's paths.
const KEPT =
  /^\/api\/(?:auth\/user|songs|shows(?:\/(?:upcoming|live|[\da-f-]{36}(?:\/setlist)?))?|predictions\/(?:my-predictions|[\da-f-]{36}))$/;

/** Whether an address is a screen of ours, which the one page can show: no file, no call, nothing that the server draws. */
export function isScreen(pathname: string): boolean {
  return !pathname.includes('.') && !/^\/(?:api|ws|s|unsubscribe)(?:\/|$)/i.test(pathname);
}
