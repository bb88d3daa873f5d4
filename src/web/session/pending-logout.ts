import { logout } from '#contract/accounts.ts';
import { call } from '#web/http/call.ts';

/**
 * Somebody logged out where the server could not be told. Nothing but that is remembered of them; the
 * session's cookie, which no page can take away, is still there until the server hears of it.
 */
const KEY = 'called-it:owed-logout';

const TRY_AGAIN_MS = 10_000;

export function markPendingLogout(): void {
  try {
    localStorage.setItem(KEY, 'yes');
  } catch {
    // Storage is forbidden here: this page tells it as long as it is open.
  }
  sendPendingLogout();
}

/** Whether whoever the cookie names has logged out: nobody is signed in on this device then. */
export function hasPendingLogout(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

/** Whoever signs in ends by that the session which this browser had. */
export function clearPendingLogout(): void {
  clearInterval(timer);
  removeEventListener('online', pay);
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}

/** Tells the server, now or as soon as there is a line. */
export function sendPendingLogout(): void {
  clearInterval(timer);
  timer = setInterval(pay, TRY_AGAIN_MS);
  addEventListener('online', pay);
  pay();
}

let timer: ReturnType<typeof setInterval> | undefined;

function pay(): void {
  call(logout).then(clearPendingLogout, () => {});
}
