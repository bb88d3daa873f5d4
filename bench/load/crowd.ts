import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ShowRow } from '#contract/leaderboards.ts';
import type { Evening } from '../../tests/crowd/evening.ts';

/** What the program of the pages is asked, one thing after the other. */
export type Asked =
  | { ask: 'open'; url: string; showId: string; songIds: string[]; userIds: string[] }
  | { ask: 'await'; rows: number; isBack: boolean }
  | { ask: 'wait' };

export interface Told {
  /** Of each page when it showed what was waited for, in milliseconds since 1970; missing where it did not. */
  at: number[];
  /** What the pages asked over HTTP since they were last told of, and what of it failed. */
  requests: number;
  failures: number;
  /** Lines that could not be opened. */
  refusals: number;
  /** The rows that the first pages show of themselves. */
  own: (ShowRow | undefined)[];
}

/** Thousands of pages in a program of their own, each a fan's. */
export interface Crowd {
  /** From now on it counts when a page shows so many rows, or has come back and shows them. */
  expect(rows: number, isBack?: boolean): Promise<void>;
  /** Until all do; at most for a minute. */
  wait(): Promise<Told>;
  close(): void;
}

export async function openCrowd(evening: Evening): Promise<Crowd> {
  const { url, showId, songIds, userIds } = evening;
  const child = fork(fileURLToPath(new URL('./pages.ts', import.meta.url)));
  const ended = once(child, 'exit').then(() => {
    throw new Error('The pages ended.');
  });
  ended.catch(() => undefined);
  const say = async (asked: Asked): Promise<Told> => {
    child.send(asked);
    const answered = new Promise<Told>((resolve) => child.once('message', resolve as () => void));
    return Promise.race([answered, ended]);
  };
  await say({ ask: 'open', url, showId, songIds, userIds });
  return {
    async expect(rows, isBack = false) {
      await say({ ask: 'await', rows, isBack });
    },
    wait: () => say({ ask: 'wait' }),
    close: () => void child.kill(),
  };
}
