/** Now by the server's clock, in milliseconds since 1970: locks and countdowns go by it. */
export function serverNow(): number {
  return Date.now() + serverOffset();
}

// How far the server's clock is ahead of ours lies between these.
let least = Number.NEGATIVE_INFINITY;
let most = Number.POSITIVE_INFINITY;

/**
 * Learns from an answer's `Date` header. It is cut to whole seconds, so one answer leaves a second
 * of doubt; each further one narrows it.
 */
export function learnServerTime(header: string | null, sentAt: number, receivedAt: number): void {
  const second = Date.parse(header ?? '');
  if (Number.isNaN(second)) return;
  const low = second - receivedAt;
  const high = second + 999 - sentAt;
  if (low <= most && high >= least) {
    least = Math.max(least, low);
    most = Math.min(most, high);
    return;
  }
  // One of the clocks was set: what was learnt before says nothing any more.
  least = low;
  most = high;
}

function serverOffset(): number {
  return Number.isFinite(least) ? (least + most) / 2 : 0;
}
