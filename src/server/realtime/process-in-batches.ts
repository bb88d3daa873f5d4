import { setImmediate } from 'node:timers';

/** This many frames take about ten milliseconds. */
const ITEMS_PER_TURN = 250;

const queue: (() => boolean)[] = [];
let itemsLeft = ITEMS_PER_TURN;
let isTurnScheduled = false;

/** Starts synchronously. The caller handles items that are added or removed in the meantime. */
export function processInBatches<Item>(
  items: Iterable<Item>,
  handle: (item: Item) => void,
): Promise<void> {
  const iterator = items[Symbol.iterator]();
  return new Promise((resolve, reject) => {
    queue.push(() => {
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
    if (queue.length === 1) runQueue();
  });
}

function runQueue(): void {
  for (let processNext = queue[0]; processNext; processNext = queue[0]) {
    if (itemsLeft === 0) break;
    if (processNext()) queue.shift();
    else itemsLeft -= 1;
  }
  if (isTurnScheduled || itemsLeft === ITEMS_PER_TURN) return;
  isTurnScheduled = true;
  setImmediate(() => {
    isTurnScheduled = false;
    itemsLeft = ITEMS_PER_TURN;
    runQueue();
  });
}
