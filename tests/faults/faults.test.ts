import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { stopAsking } from '../../bench/load/ask.ts';
import { submitAtOnce } from '../../bench/load/deadline.ts';
import { type Evening, openEvening } from '../crowd/evening.ts';
import { drain } from './drain.ts';
import { kills } from './kills.ts';
import { brokenInvariants, type Outcome } from './outcome.ts';
import { scoringKills } from './scoring-kills.ts';
import { submits, submitsFans } from './submits.ts';

// Each fault of `npm run faults` in small, where no other test says the same: docs/faults.md names those.
// All to one product, each with a show of its own.

const SUBMITS = { count: 2_000, part: 60, isShort: true };

let evening: Evening;

beforeAll(async () => {
  evening = await openEvening('embedded', submitsFans(SUBMITS));
});
beforeEach(async () => {
  evening.showId = await evening.addShow();
});
afterAll(async () => {
  stopAsking();
  await evening?.close();
});

test('5: a rush before the lock is answered, and all of it is stored', async () => {
  const { errors } = await submitAtOnce(evening, { submissions: 200, seconds: 1 });
  expect(errors).toEqual(none(errors));
  expect(await brokenInvariants(await evening.databaseUrl())).toBe(0);
});

test('4: the embedded database looks at no more pages for a submission as they grow', () =>
  holds(submits(evening, SUBMITS)));

test('16: what is under way is answered before the server ends, and pages come back', () =>
  holds(drain(evening, 1)));

test('1: no acknowledged write is lost when the server, PostgreSQL or both are killed', () =>
  holds(kills(evening, 3)));

test('9: scores are all old or all new when their calculation is killed', () =>
  holds(scoringKills(evening, 2)));

async function holds(run: Promise<Outcome>) {
  const { broken } = await run;
  expect(broken).toEqual(none(broken));
}

function none(broken: Outcome['broken']): Outcome['broken'] {
  return Object.fromEntries(Object.keys(broken).map((kind) => [kind, 0]));
}
