import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { stopAsking } from '../../bench/load/ask.ts';
import { submitAtOnce } from '../../bench/load/deadline.ts';
import { type SeededProduct, startSeededProduct } from '../crowd/seeded-product.ts';
import { drain } from './drain.ts';
import { kills } from './kills.ts';
import { brokenInvariants, type Outcome } from './outcome.ts';
import { scoringKills } from './scoring-kills.ts';
import { submits, submitsFans } from './submits.ts';

// Small versions of `npm run faults`, unless another test covers the fault (docs/faults.md names
// it). They share a product, and each has its own show.

const SUBMITS = { count: 2_000, part: 60, isShort: true };

let product: SeededProduct;

beforeAll(async () => {
  product = await startSeededProduct('embedded', submitsFans(SUBMITS));
});
beforeEach(async () => {
  product.showId = await product.addShow();
});
afterAll(async () => {
  stopAsking();
  await product?.close();
});

test('5: every submission of a rush before the lock is answered and stored', async () => {
  const { errors } = await submitAtOnce(product, { submissions: 200, seconds: 1 });
  expect(errors).toEqual(none(errors));
  expect(await brokenInvariants(await product.databaseUrl())).toBe(0);
});

test('4: a submission to the embedded database reads no more pages as submissions grow', () =>
  expectHolds(submits(product, SUBMITS)));

test('16: open requests are answered before the server stops, and pages reconnect', () =>
  expectHolds(drain(product, 1)));

test('1: no acknowledged write is lost when the server, PostgreSQL or both are killed', () =>
  expectHolds(kills(product, 3)));

test('9: scores are all old or all new after their calculation is killed', () =>
  expectHolds(scoringKills(product, 2)));

async function expectHolds(run: Promise<Outcome>) {
  const { broken } = await run;
  expect(broken).toEqual(none(broken));
}

function none(broken: Outcome['broken']): Outcome['broken'] {
  return Object.fromEntries(Object.keys(broken).map((kind) => [kind, 0]));
}
