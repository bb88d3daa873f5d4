import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { submitAtIncreasingRate } from '../../bench/load/deadline.ts';
import { closeConnections } from '../../bench/load/send-request.ts';
import { type SeededProduct, startSeededProduct } from '../crowd/seeded-product.ts';
import { runDrain } from './drain.ts';
import { runKills } from './kills.ts';
import { countBrokenInvariants, type Outcome } from './outcome.ts';
import { runScoringKills } from './scoring-kills.ts';
import { countSubmitFans, runSubmits } from './submits.ts';

// Small versions of `npm run faults`. Other tests cover the rest (docs/faults.md names them).

const SUBMISSIONS = { count: 2_000, batchSize: 60, isShort: true };

let product: SeededProduct;

beforeAll(async () => {
  product = await startSeededProduct('embedded', countSubmitFans(SUBMISSIONS));
});
beforeEach(async () => {
  product.showId = await product.addShow();
});
afterAll(async () => {
  closeConnections();
  await product?.close();
});

test('5: every submission in a rush before the lock gets a response and is stored', async () => {
  const { errors } = await submitAtIncreasingRate(product, { submissions: 200, seconds: 1 });
  expect(errors).toEqual(toZeroCounts(errors));
  expect(await countBrokenInvariants(await product.databaseUrl())).toBe(0);
});

test('4: a submission to the embedded database reads no more pages as the database grows', () =>
  expectNoneBroken(runSubmits(product, SUBMISSIONS)));

test('16: open requests get responses before the server stops, and pages reconnect', () =>
  expectNoneBroken(runDrain(product, 1)));

test('1: no acknowledged write is lost when the server, PostgreSQL or both are killed', () =>
  expectNoneBroken(runKills(product, 3)));

test('9: scores are all old or all new after a killed calculation', () =>
  expectNoneBroken(runScoringKills(product, 2)));

async function expectNoneBroken(run: Promise<Outcome>) {
  const { broken } = await run;
  expect(broken).toEqual(toZeroCounts(broken));
}

function toZeroCounts(broken: Outcome['broken']): Outcome['broken'] {
  return Object.fromEntries(Object.keys(broken).map((kind) => [kind, 0]));
}
