/** The server's current time in milliseconds since the epoch, for locks and countdowns. */
export function serverNow(): number {
  return Date.now() + serverOffset();
}

// Bounds of the server clock's offset from the local clock, in milliseconds.
let minOffset = Number.NEGATIVE_INFINITY;
let maxOffset = Number.POSITIVE_INFINITY;

/**
 * Narrows the bounds by a response's `Date` header. The header has whole seconds, so one response is
 * accurate to about a second, and more responses improve the estimate.
 */
export function learnServerTime(header: string | null, sentAt: number, receivedAt: number): void {
  const second = Date.parse(header ?? '');
  if (Number.isNaN(second)) return;
  const low = second - receivedAt;
  const high = second + 999 - sentAt;
  if (low <= maxOffset && high >= minOffset) {
    minOffset = Math.max(minOffset, low);
    maxOffset = Math.min(maxOffset, high);
    return;
  }
  // A clock was set, so the earlier bounds are invalid.
  minOffset = low;
  maxOffset = high;
}

function serverOffset(): number {
  return Number.isFinite(minOffset) ? (minOffset + maxOffset) / 2 : 0;
}
