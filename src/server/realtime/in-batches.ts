import { setImmediate } from 'node:timers';

/** This many frames take about ten milliseconds. */
const ITEMS_PER_TURN = 250;

const waiting: (() => boolean)[] = [];
let left = ITEMS_PER_TURN;
let isRenewing = false;

/**
 * Keeps the event loop responsive: frames for thousands of sockets take a fifth of a second. The
 * first items run synchronously. The caller must handle items that come or go meanwhile.
 */
export function inBatches<Item>(
  items: Iterable<Item>,
  handle: (item: Item) => void,
): Promise<void> {
  const iterator = items[Symbol.iterator]();
  return new Promise((resolve, reject) => {
    waiting.push(() => {
      try {
        const { done, value } = iterator.next();
        if (done) resolve();
        else handle(value);
        return done === true;
      } catch (error) {
        reject(error);
        return true;
      }
    });
    if (waiting.length === 1) work();
  });
}

function work(): void {
  for (let doNext = waiting[0]; doNext; doNext = waiting[0]) {
    if (left === 0) break;
    if (doNext()) waiting.shift();
    else left -= 1;
  }
  if (isRenewing || left === ITEMS_PER_TURN) return;
  isRenewing = true;
  setImmediate(() => {
    isRenewing = false;
    left = ITEMS_PER_TURN;
    work();
  });
}
