import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { LiveShowState } from '#contract/live-shows.ts';
import type { SongPick } from '#contract/scoring.ts';
import { endChild } from '../../tests/support/processes.ts';

const ANSWER_MS = 120_000;
/**
 * The process collects garbage before it listens, and has memory for all messages. Otherwise the
 * garbage collector's threads would take both cores from the measured server.
 */
const GC_FLAGS = ['--expose-gc', '--min-semi-space-size=128', '--max-semi-space-size=128'];

/** A fan with an open page. */
export interface CrowdPage {
  cookie: string;
  userId: string;
  username: string;
  picks: SongPick[];
}

/** The server of the sockets: the product, or a bare server with as many sockets. */
export type CrowdTarget = 'ours' | 'bare';

/** A command to the crowd's process, which answers when it is done. */
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
  /** When each page was up to date, in order, by `now()`. */
  at: number[];
  /** How many pages read the show because they had missed a message. */
  refetches: number;
  message: string;
}

/** Many open sockets in one separate process. */
export interface Crowd {
  /**
   * Opens a socket per page. With a `night`, each keeps the setlist up to date; otherwise it only
   * listens.
   */
  open(order: Extract<CrowdOrder, { open: object }>['open']): Promise<void>;
  /** Runs `action` and waits until the last socket of a target has received the song. */
  hear(target: CrowdTarget, action: () => Promise<unknown>): Promise<Heard>;
  close(): Promise<void>;
}

export function gatherCrowd(): Crowd {
  const child = fork(fileURLToPath(new URL('crowd-process.ts', import.meta.url)), [], {
    execArgv: ['--import', 'tsx', ...GC_FLAGS],
  });

  async function nextAnswer(): Promise<CrowdAnswer> {
    const done = new AbortController();
    const signal = AbortSignal.any([done.signal, AbortSignal.timeout(ANSWER_MS)]);
    const ended = once(child, 'exit', { signal }).then(() => {
      throw new Error('The process of the crowd exited');
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
      await nextAnswer();
    },
    async hear(target, action) {
      child.send({ hear: target });
      await nextAnswer();
      const received = nextAnswer();
      await action();
      const answer = await received;
      if (!('at' in answer)) throw new Error('The crowd gave another answer');
      return answer;
    },
    close: () => endChild(child, 'SIGKILL'),
  };
}
