import { logout } from '#contract/accounts.ts';
import { call } from '#web/http/call.ts';

/** A logout that the server hasn't received. Only the server can remove the HttpOnly cookie. */
const STORAGE_KEY = 'called-it:owed-logout';

const RETRY_MS = 10_000;

export function markPendingLogout(): void {
  try {
    localStorage.setItem(STORAGE_KEY, 'yes');
  } catch {
    // Storage is blocked, so only this page retries, while it is open.
  }
  sendPendingLogout();
}

/** Then no one is signed in on this device, although the session cookie still exists. */
export function hasPendingLogout(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== null;
  } catch {
    return false;
  }
}

/** Also called after a sign-in, which ends the browser's previous session. */
export function clearPendingLogout(): void {
  clearInterval(timer);
  removeEventListener('online', send);
  try {
    localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Storage is blocked, so nothing was stored.
  }
}

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
