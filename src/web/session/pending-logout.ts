import { logout } from '#contract/accounts.ts';
import { call } from '#web/http/call.ts';

/**
 * Marks a logout that hasn't reached the server. Nothing else about the user is stored. The session
 * cookie is HttpOnly, so it stays until the server removes it.
 */
const STORAGE_KEY = 'called-it:owed-logout';

const RETRY_MS = 10_000;

export function markPendingLogout(): void {
  try {
    localStorage.setItem(STORAGE_KEY, 'yes');
  } catch {
    // Without storage, this page keeps retrying while it is open.
  }
  sendPendingLogout();
}

/** If true, no one is signed in on this device, even though the session cookie still exists. */
export function hasPendingLogout(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== null;
  } catch {
    return false;
  }
}

/** Called after a sign-in too, because it ends the browser's previous session. */
export function clearPendingLogout(): void {
  clearInterval(timer);
  removeEventListener('online', send);
  try {
    localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Without storage, nothing was stored.
  }
}

/** Sends the logout now and retries until it succeeds. */
export function sendPendingLogout(): void {
  clearInterval(timer);
  timer = setInterval(send, RETRY_MS);
  addEventListener('online', send);
  send();
}

let timer: ReturnType<typeof setInterval> | undefined;

function send(): void {
  call(logout).then(clearPendingLogout, () => {});
}
