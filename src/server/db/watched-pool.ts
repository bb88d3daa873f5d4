import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { runsFromSource } from '../project-files.ts';

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void;

/** Fails immediately while the database is unresponsive, whereas `pg` waits for the timeout. */
export class WatchedPool extends pg.Pool {
  isUnresponsive = false;
  readonly #failPending = new Set<() => void>();

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    const connection = this.#connect();
    if (!callback) return connection;
    connection.then(
      (client) => callback(undefined, client, client.release.bind(client)),
      (error: Error) => callback(error, undefined, () => undefined),
    );
    return undefined;
  }

  failPending(): void {
    for (const fail of this.#failPending) fail();
  }

  #connect(): Promise<pg.PoolClient> {
    return new Promise((resolve, reject) => {
      let hasFailed = false;
      const fail = () => {
        hasFailed = true;
        reject(new Error('timeout exceeded: the database does not respond'));
      };
      if (this.isUnresponsive) return fail();
      this.#failPending.add(fail);
      super
        .connect()
        .then((client) => (hasFailed ? client.release() : resolve(client)), reject)
        .finally(() => this.#failPending.delete(fail));
    });
  }
}

/** Rejects root queries in a transaction. Tests only: `AsyncLocalStorage` slows lists by 12%. */
class GuardedPool extends WatchedPool {
  override query = ((...args: never[]) => {
    assertNoTransaction('The root handle was used inside a transaction; use its tx.');
    return (super.query as (...queryArgs: never[]) => unknown)(...args);
  }) as pg.Pool['query'];
}

const openTransaction = runsFromSource ? new AsyncLocalStorage<true>() : undefined;

/** Marks `work` for `assertNoTransaction`. */
export function markTransaction<Result>(work: () => Promise<Result>): Promise<Result> {
  return openTransaction ? openTransaction.run(true, work) : work();
}

export function assertNoTransaction(message: string): void {
  if (openTransaction?.getStore()) throw new Error(message);
}

export const DatabasePool = runsFromSource ? GuardedPool : WatchedPool;
