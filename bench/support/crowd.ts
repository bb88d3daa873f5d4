import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { LiveShowState } from '#contract/live-shows.ts';
import type { SongPick } from '#contract/scoring.ts';
import { endChild } from '../../tests/support/processes.ts';

const REPLY_TIMEOUT_MS = 120_000;
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
export type CrowdTarget = 'product' | 'bare';

/** A command to the crowd's process, which replies when it is done. */
export type CrowdCommand =
  | {
      open: {
        target: CrowdTarget;
        url: string;
        crowd: readonly CrowdPage[];
        liveShow: LiveShowState | undefined;
      };
    }
  | { measureArrivals: CrowdTarget };
export type CrowdReply = { isOpen: true } | { isListening: true } | SongArrivals;

export interface SongArrivals {
  /** When each page was up to date, in order, by `now()`. */
  times: number[];
  /** How many pages fetched the show because they had missed a message. */
  refetches: number;
  message: string;
}

/** Many open sockets in one separate process. */
export interface Crowd {
  /** Opens a socket per page. With a `liveShow`, each keeps the setlist up to date. */
  open(command: Extract<CrowdCommand, { open: object }>['open']): Promise<void>;
  /** Runs `action` and waits until the last socket of a target has received the song. */
  measureArrivals(target: CrowdTarget, action: () => Promise<unknown>): Promise<SongArrivals>;
  close(): Promise<void>;
}

export function startCrowd(): Crowd {
  const child = fork(fileURLToPath(new URL('crowd-process.ts', import.meta.url)), [], {
    execArgv: ['--import', 'tsx', ...GC_FLAGS],
  });

  async function waitForReply(): Promise<CrowdReply> {
    const exit = new AbortController();
    const signal = AbortSignal.any([exit.signal, AbortSignal.timeout(REPLY_TIMEOUT_MS)]);
    const exited = once(child, 'exit', { signal }).then(() => {
      throw new Error('The process of the crowd exited');
    });
    try {
      const [reply] = await Promise.race([once(child, 'message', { signal }), exited]);
      return reply;
    } finally {
      exit.abort();
    }
  }

  return {
    async open(command) {
      child.send({ open: command });
      await waitForReply();
    },
    async measureArrivals(target, action) {
      child.send({ measureArrivals: target });
      await waitForReply();
      const pendingReply = waitForReply();
      await action();
      const reply = await pendingReply;
      if (!('times' in reply)) throw new Error('The crowd sent an unexpected reply');
      return reply;
    },
    close: () => endChild(child, 'SIGKILL'),
  };
}
