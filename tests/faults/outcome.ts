import { openUrl } from '#server/db/open.ts';
import { checkInvariants } from '#server/invariants/check.ts';
import { cookieOf, picksOf } from '../../bench/support/embedded-product.ts';
import { type Evening, openEvening } from '../crowd/evening.ts';
import { personAt } from '../nodes/person.ts';
import { createWriters, type Writers } from '../support/writers.ts';

/** What a fault did to the product. */
export interface Outcome {
  /** In one line: '100 kills, 41,000 acknowledged changes'. */
  summary: string;
  /** Of each kind how many; none is right. */
  broken: Record<string, number>;
  /** The same, of what took longer than is promised: it tells of a machine that does nothing else. */
  late?: Record<string, number>;
}

/** What can't be done on this machine, with why. */
export class SkippedFault extends Error {
  override readonly name = 'SkippedFault';
}

/** Does a fault to a product of its own, with so many fans. */
export async function withEvening(
  fans: number,
  fault: (evening: Evening) => Promise<Outcome>,
): Promise<Outcome> {
  const evening = await openEvening('embedded', fans);
  try {
    return await fault(evening);
  } finally {
    await evening.close();
  }
}

/** How many invariants the stored data breaks; which, is said on the way. */
export async function brokenInvariants(databaseUrl: string): Promise<number> {
  const { db, close } = await openUrl(databaseUrl, 2);
  try {
    const failing = (await checkInvariants(db)).filter(({ rows }) => rows.length > 0);
    for (const { name, rows } of failing) console.error(`BROKEN  ${name}`, rows.slice(0, 3));
    return failing.length;
  } finally {
    await close();
  }
}

/** The outcome, with what of the stored data breaks an invariant in the end. */
export async function endWithInvariants(databaseUrl: string, outcome: Outcome): Promise<Outcome> {
  const failing = await brokenInvariants(databaseUrl);
  return { ...outcome, broken: { ...outcome.broken, 'invariants that do not hold': failing } };
}

/** The first fans of an evening, who change their predictions when told to. */
export function createFanWriters(evening: Evening, count: number): Promise<Writers> {
  const fans = Array.from({ length: count }, (_, fan) => {
    const person = personAt(evening.url);
    person.cookie = cookieOf(fan);
    return person;
  });
  const { showId: openShowId, query } = evening;
  return createWriters({ fans, openShowId, picks: (n) => picksOf(evening, n), query });
}
