import type pg from 'pg';

/** Calls `onResult` once the query has a result. */
export type Send = (onResult: () => void) => void;

/** Decides when to send a query, and may break its connection. */
export type Traffic = (send: Send, connection: pg.PoolClient) => void;

type Query = (...args: unknown[]) => unknown;

/** While `traffic` is set, it controls every query of the pool. */
export function interceptQueries(pool: pg.Pool): {
  setTraffic(traffic: Traffic | undefined): void;
} {
  let traffic: Traffic | undefined;
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as Query;
    client.query = ((...queryArgs: unknown[]) => {
      const args = withName(queryArgs);
      if (!traffic) return query(...args);
      const callback = args.at(-1);
      if (typeof callback === 'function')
        return traffic((onResult) => {
          query(...args.slice(0, -1), (...results: unknown[]) => {
            onResult();
            callback(...results);
          });
        }, client);
      const currentTraffic = traffic;
      return new Promise((resolve, reject) => {
        currentTraffic((onResult) => {
          Promise.resolve(query(...args))
            .finally(onResult)
            .then(resolve, reject);
        }, client);
      });
    }) as typeof client.query;
  });
  return {
    setTraffic(value) {
      traffic = value;
    },
  };
}

/** How long to wait for a blocked query before sending the next one. */
const BLOCKED_TIMEOUT_MS = 12;

const names = new Map<string, string>();

/** With a name, PostgreSQL plans a query once per connection. */
function withName([query, ...rest]: unknown[]): unknown[] {
  const { text, name } = query as { text?: string; name?: string };
  const [values] = rest;
  if (!text || name || !Array.isArray(values) || values.length === 0) return [query, ...rest];
  if (!names.has(text)) names.set(text, `query_${names.size}`);
  return [{ ...(query as object), name: names.get(text) }, ...rest];
}

/** Sends one query at a time to interleave concurrent requests. The numbers determine the order. */
export function interleave(numbers: readonly number[]): Traffic {
  const pendingSends: Send[] = [];
  let isBusy = false;
  let turn = 0;
  function sendNext() {
    isBusy = pendingSends.length > 0;
    if (!isBusy) return;
    const number = (numbers[turn % Math.max(numbers.length, 1)] ?? 0) + turn;
    turn += 1;
    const [send] = pendingSends.splice(number % pendingSends.length, 1);
    let isOver = false;
    const finish = () => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timeout);
      // The request that just got its result can queue its next query before the next tick.
      setImmediate(sendNext);
    };
    const timeout = setTimeout(finish, BLOCKED_TIMEOUT_MS);
    send?.(finish);
  }
  return (send) => {
    pendingSends.push(send);
    if (isBusy) return;
    isBusy = true;
    setImmediate(sendNext);
  };
}

/** `pg` doesn't declare these fields of a connection. */
interface ClientInternals {
  processID: number;
  connection: { stream: { destroy(): void } };
}

/**
 * Breaks the connection before a query is sent, or before its result arrives. `onCut` gets the
 * process ID of the database session.
 */
export function cutConnectionAt(
  index: number,
  { isSent, onCut }: { isSent: boolean; onCut: (processId: number) => void },
): Traffic {
  let count = 0;
  return (send, client) => {
    count += 1;
    if (count !== index) return send(() => undefined);
    const internals = client as unknown as ClientInternals;
    onCut(internals.processID);
    if (!isSent) internals.connection.stream.destroy();
    send(() => undefined);
    if (isSent) internals.connection.stream.destroy();
  };
}
