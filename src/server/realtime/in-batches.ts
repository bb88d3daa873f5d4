import { setImmediate } from 'node:timers';

/** So many frames are some ten milliseconds of work. */
const IN_A_TURN = 250;

/** What is left to be done, the first asked first. */
const waiting: (() => boolean)[] = [];
let left = IN_A_TURN;
let isRenewing = false;

/**
 * Does it to each, and resolves when all are done: 250 of whatever is done by this in one turn of the
 * loop, and other work has its own turn before each further 250, as frames for thousands of sockets take a
 * fifth of a second. The first are done at once. Who went or came meanwhile is the caller's to see.
 */
export function inBatches<Item>(items: Iterable<Item>, does: (item: Item) => void): Promise<void> {
  const rest = items[Symbol.iterator]();
  return new Promise((resolve, reject) => {
    waiting.push(() => {
      try {
        const { done, value } = rest.next();
        if (done) resolve();
        else does(value);
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
  if (isRenewing || left === IN_A_TURN) return;
  isRenewing = true;
  setImmediate(() => {
    isRenewing = false;
    left = IN_A_TURN;
    work();
  });
}
