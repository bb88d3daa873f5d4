import { openUrl } from '#server/db/open.ts';
import { checkInvariants } from '#server/invariants/check.ts';
import { buildSessionCookie, choosePicks } from '../../bench/support/embedded-product.ts';
import { type SeededProduct, startSeededProduct } from '../crowd/seeded-product.ts';
import { createClient } from '../nodes/api-client.ts';
import { createWriters, type Writers } from '../support/writers.ts';

export interface Outcome {
  summary: string;
  /** Counts by kind of problem. All must be 0. */
  broken: Record<string, number>;
  /** Like `broken`, for target times. Only meaningful on an otherwise idle machine. */
  slow?: Record<string, number>;
}

/** Thrown by a fault that can't run on this machine. The message says why. */
export class SkippedFault extends Error {
  override readonly name = 'SkippedFault';
}

export async function withSeededProduct(
  fans: number,
  fault: (product: SeededProduct) => Promise<Outcome>,
): Promise<Outcome> {
  const product = await startSeededProduct('embedded', fans);
  try {
    return await fault(product);
  } finally {
    await product.close();
  }
}

export async function countBrokenInvariants(databaseUrl: string): Promise<number> {
  const { db, close } = await openUrl(databaseUrl, 2);
  try {
    const failedChecks = (await checkInvariants(db)).filter(({ rows }) => rows.length > 0);
    for (const { name, rows } of failedChecks) console.error(`BROKEN  ${name}`, rows.slice(0, 3));
    return failedChecks.length;
  } finally {
    await close();
  }
}

export async function endWithInvariants(databaseUrl: string, outcome: Outcome): Promise<Outcome> {
  const brokenCount = await countBrokenInvariants(databaseUrl);
  return { ...outcome, broken: { ...outcome.broken, 'broken invariants': brokenCount } };
}

export function createFanWriters(product: SeededProduct, count: number): Promise<Writers> {
  const fans = Array.from({ length: count }, (_, fan) => {
    const client = createClient(product.url);
    client.cookie = buildSessionCookie(fan);
    return client;
  });
  const { showId: openShowId, query } = product;
  return createWriters({ fans, openShowId, choosePicks: (n) => choosePicks(product, n), query });
}
