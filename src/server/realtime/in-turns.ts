import { setImmediate } from 'node:timers/promises';

/** So many frames are some ten milliseconds of work. */
const IN_A_TURN = 250;

/**
 * Does it to each: to the first 250 at once, and other work has its turn before each further 250, as
 * frames for thousands of sockets take a fifth of a second. Who went or came meanwhile is the caller's to
 * see.
 */
export async function inTurns<Item>(items: Iterable<Item>, does: (item: Item) => void) {
  let done = 0;
  for (const item of items) {
    if (done > 0 && done % IN_A_TURN === 0) await setImmediate();
    does(item);
    done += 1;
  }
}
