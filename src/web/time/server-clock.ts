import { getFirstRender } from '#web/ui/loading/first-render.ts';

/** Returns milliseconds since the epoch. Constant during the first render. */
export function serverNow(): number {
  return getFirstRender()?.now ?? Date.now() + getServerOffset();
}

// Bounds of the server clock's offset from the local clock, in milliseconds.
let minOffset = Number.NEGATIVE_INFINITY;
let maxOffset = Number.POSITIVE_INFINITY;

/** Narrows the bounds step by step, because a `Date` header has only whole seconds. */
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
  // One of the clocks was set.
  minOffset = low;
  maxOffset = high;
}

function getServerOffset(): number {
  return Number.isFinite(minOffset) ? (minOffset + maxOffset) / 2 : 0;
}
