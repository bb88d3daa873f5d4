import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ShowRow } from '#contract/leaderboards.ts';
import type { SeededProduct } from '../../tests/crowd/seeded-product.ts';

export type PagesCommand =
  | { type: 'open'; url: string; showId: string; songIds: string[]; userIds: string[] }
  | { type: 'expect'; rows: number; isReconnected: boolean }
  | { type: 'wait' };

export interface PagesReport {
  /** When each page displayed the expected state (Unix ms). Omits pages that didn't. */
  times: number[];
  requests: number;
  failures: number;
  failedConnections: number;
  ownRows: (ShowRow | undefined)[];
}

export interface Crowd {
  /** Counts pages with this many rows from now on, optionally only after they reconnected. */
  expect(rows: number, isReconnected?: boolean): Promise<void>;
  /** Waits until all pages are counted, for a minute at most. */
  wait(): Promise<PagesReport>;
  close(): void;
}

export async function openCrowd(product: SeededProduct): Promise<Crowd> {
  const { url, showId, songIds, userIds } = product;
  const child = fork(fileURLToPath(new URL('./pages.ts', import.meta.url)));
  const exited = once(child, 'exit').then(() => {
    throw new Error('The process that simulates the pages exited.');
  });
  exited.catch(() => undefined);
  const send = async (command: PagesCommand): Promise<PagesReport> => {
    child.send(command);
    const report = new Promise<PagesReport>((resolve) =>
      child.once('message', resolve as () => void),
    );
    return Promise.race([report, exited]);
  };
  await send({ type: 'open', url, showId, songIds, userIds });
  return {
    async expect(rows, isReconnected = false) {
      await send({ type: 'expect', rows, isReconnected });
    },
    wait: () => send({ type: 'wait' }),
    close: () => void child.kill(),
  };
}
