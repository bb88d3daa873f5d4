import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { LiveShowState } from '#contract/live-shows.ts';
import type { SongPick } from '#contract/scoring.ts';
import { endChild } from '../../tests/support/processes.ts';

const REPLY_TIMEOUT_MS = 120_000;
/** Without these flags, garbage collection would take both cores from the measured server. */
const GC_FLAGS = ['--expose-gc', '--min-semi-space-size=128', '--max-semi-space-size=128'];

export interface CrowdPage {
  cookie: string;
  userId: string;
  username: string;
  picks: SongPick[];
}

/** 'bare' is a server without the product, with as many sockets. */
export type CrowdTarget = 'product' | 'bare';

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
  /** The number of pages that missed a message and fetched the show. */
  refetches: number;
  message: string;
}

export interface Crowd {
  /** Opens a socket per page. With a `liveShow`, the pages keep the setlist up to date. */
  open(command: Extract<CrowdCommand, { open: object }>['open']): Promise<void>;
  /** Runs `action` and waits until the target's last socket has received the song. */
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
