import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { LiveShowState } from '#contract/live-show.ts';
import type { Pick } from '#contract/scoring.ts';
import { endChild } from '../../tests/support/processes.ts';

const ANSWER_MS = 120_000;
/**
 * It collects its garbage before it listens, and has room for what it hears: the collector's threads
 * would take both cores from the server that is measured.
 */
const UNDISTURBED = ['--expose-gc', '--min-semi-space-size=128', '--max-semi-space-size=128'];

/** A fan with an open page. */
export interface CrowdPage {
  cookie: string;
  userId: string;
  username: string;
  picks: Pick[];
}

/** Whose sockets: the product's, or those of a bare server that has as many. */
export type CrowdTarget = 'ours' | 'bare';

/** What the process of the crowd is told to do, and says when it is done. */
export type CrowdOrder =
  | {
      open: {
        target: CrowdTarget;
        url: string;
        crowd: readonly CrowdPage[];
        night: LiveShowState | undefined;
      };
    }
  | { hear: CrowdTarget };
export type CrowdAnswer = { isOpen: true } | { hears: true } | Heard;

export interface Heard {
  /** When each page was current, the last at the end, by `now()`. */
  at: number[];
  /** How many had to ask for the night, as the news built on what they had missed. */
  refetches: number;
  message: string;
}

/** Many open sockets in one process of their own, beside the server's. */
export interface Crowd {
  /** Opens a socket for each of them; with a night each keeps a page of it, else it only listens. */
  open(order: Extract<CrowdOrder, { open: object }>['open']): Promise<void>;
  /** Does it, and waits until the last socket of a target has heard of the song. */
  hear(target: CrowdTarget, action: () => Promise<unknown>): Promise<Heard>;
  close(): Promise<void>;
}

export function gatherCrowd(): Crowd {
  const child = fork(fileURLToPath(new URL('crowd-process.ts', import.meta.url)), [], {
    execArgv: ['--import', 'tsx', ...UNDISTURBED],
  });

  async function answerOf(): Promise<CrowdAnswer> {
    const done = new AbortController();
    const signal = AbortSignal.any([done.signal, AbortSignal.timeout(ANSWER_MS)]);
    const ended = once(child, 'exit', { signal }).then(() => {
      throw new Error('The crowd has ended');
    });
    try {
      const [answer] = await Promise.race([once(child, 'message', { signal }), ended]);
      return answer;
    } finally {
      done.abort();
    }
  }

  return {
    async open(order) {
      child.send({ open: order });
      await answerOf();
    },
    async hear(target, action) {
      child.send({ hear: target });
      await answerOf();
      const heard = answerOf();
      await action();
      const answer = await heard;
      if (!('at' in answer)) throw new Error('The crowd has not heard it');
      return answer;
    },
    close: () => endChild(child, 'SIGKILL'),
  };
}
