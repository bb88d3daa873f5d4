import type pg from 'pg';

/** Sends a query; what it is given is called when the answer has come. */
export type Send = (answered: () => void) => void;

/** Decides when a query is sent, and over which connection's dead body. */
export type Traffic = (send: Send, connection: pg.PoolClient) => void;

type Query = (...args: unknown[]) => unknown;

/** Lets us into the way of every query of a pool, while somebody wants to stand there. */
export function interceptQueries(pool: pg.Pool): {
  setTraffic(traffic: Traffic | undefined): void;
} {
  let traffic: Traffic | undefined;
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as Query;
    client.query = ((...sent: unknown[]) => {
      const args = named(sent);
      if (!traffic) return query(...args);
      const callback = args.at(-1);
      if (typeof callback === 'function')
        return traffic((answered) => {
          query(...args.slice(0, -1), (...results: unknown[]) => {
            answered();
            callback(...results);
          });
        }, client);
      const direct = traffic;
      return new Promise((resolve, reject) => {
        direct((answered) => {
          Promise.resolve(query(...args))
            .finally(answered)
            .then(resolve, reject);
        }, client);
      });
    }) as typeof client.query;
  });
  return {
    setTraffic(wanted) {
      traffic = wanted;
    },
  };
}

/** So long a query that others make wait is waited for; then the next one goes. */
const BLOCKED_TIMEOUT_MS = 12;

const names = new Map<string, string>();

/** The same text comes ten thousands of times in a tour: PostgreSQL plans it once for a connection. */
function named([query, ...others]: unknown[]): unknown[] {
  const { text, name } = query as { text?: string; name?: string };
  const [values] = others;
  if (!text || name || !Array.isArray(values) || values.length === 0) return [query, ...others];
  if (!names.has(text)) names.set(text, `query_${names.size}`);
  return [{ ...(query as object), name: names.get(text) }, ...others];
}

/** One query at a time, in an order that the numbers give: two who act at once, in every way. */
export function interleave(numbers: readonly number[]): Traffic {
  const waiting: Send[] = [];
  let isBusy = false;
  let turn = 0;
  function next() {
    isBusy = waiting.length > 0;
    if (!isBusy) return;
    const number = (numbers[turn % Math.max(numbers.length, 1)] ?? 0) + turn;
    turn += 1;
    const [send] = waiting.splice(number % waiting.length, 1);
    let isOver = false;
    const over = () => {
      if (isOver) return;
      isOver = true;
      clearTimeout(patience);
      // Whoever was answered first requests the next: a moment for both to have stood in line.
      setImmediate(next);
    };
    const patience = setTimeout(over, BLOCKED_TIMEOUT_MS);
    send?.(over);
  }
  return (send) => {
    waiting.push(send);
    if (isBusy) return;
    isBusy = true;
    setImmediate(next);
  };
}

/** What `pg` does not tell of a connection. */
interface Line {
  processID: number;
  connection: { stream: { destroy(): void } };
}

/**
 * The connection breaks at one query of many: before it is sent, or before its answer is events.
 * `onCut` hears whose session of the database it was.
 */
export function cutConnectionAt(
  which: number,
  { isSent, onCut }: { isSent: boolean; onCut: (processId: number) => void },
): Traffic {
  let count = 0;
  return (send, client) => {
    count += 1;
    if (count !== which) return send(() => undefined);
    const line = client as unknown as Line;
    onCut(line.processID);
    if (!isSent) line.connection.stream.destroy();
    send(() => undefined);
    if (isSent) line.connection.stream.destroy();
  };
}
