import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PgTransactionConfig } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { isConflict, isUnreachable } from './failures.ts';
import { assertNoTransaction, markTransaction } from './watched-pool.ts';

export type Tx = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0];

/** Unlike Drizzle's, releases the connection if BEGIN fails, and retries after a conflict. */
export function createTransaction(pool: pg.Pool) {
  return <Result>(
    work: (tx: Tx) => Promise<Result>,
    config?: PgTransactionConfig,
  ): Promise<Result> => {
    assertNoTransaction('A transaction was started inside another one. Use the outer tx.');
    let hasBegun = false;
    const attempt = () => {
      hasBegun = false;
      return runOnce(
        pool,
        (tx) => {
          hasBegun = true;
          return work(tx);
        },
        config,
      );
    };
    return retry(attempt, (error) => isRolledBack(error, hasBegun));
  };
}

async function runOnce<Result>(
  pool: pg.Pool,
  work: (tx: Tx) => Promise<Result>,
  config: PgTransactionConfig | undefined,
): Promise<Result> {
  const client = await pool.connect();
  let isBroken = false;
  try {
    return await markTransaction(() => drizzle(client).transaction(work, config));
  } catch (error) {
    isBroken = isUnreachable(error);
    throw error;
  } finally {
    client.release(isBroken);
  }
}

const MAX_ATTEMPTS = 4;
const FIRST_DELAY_MS = 50;

/** Waits random, growing delays between attempts. The default `isSafe` suits a single statement. */
export async function retry<Result>(
  work: () => Promise<Result>,
  isSafe: (error: unknown) => boolean = isConflict,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isSafe(error)) throw error;
      await sleep(Math.random() * FIRST_DELAY_MS * 2 ** attempt);
    }
  }
}

/** False if COMMIT may have succeeded, or after a pool timeout: retries would extend the queue. */
function isRolledBack(error: unknown, hasBegun: boolean): boolean {
  if (isConflict(error)) return true;
  return !hasBegun && isUnreachable(error) && !isQueueTimeout(error);
}

function isQueueTimeout(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('timeout exceeded');
}
