import { expect, test } from 'vitest';
import { deadlineRush } from './deadline-rush.ts';
import { drain } from './drain.ts';
import { kills } from './kills.ts';
import type { Outcome } from './outcome.ts';
import { scoringKills } from './scoring-kills.ts';
import { submits } from './submits.ts';

// Each fault of `npm run faults` in small, where no other test says the same: docs/faults.md names those.

test('1: no acknowledged write is lost when the server, PostgreSQL or both are killed', () =>
  holds(kills(6)));

test('4: the embedded database looks at no more pages for a submission as they grow', () =>
  holds(submits(1_000, { timed: false })));

test('5: a rush before the lock is answered, and all of it is stored', async () => {
  const { broken } = await deadlineRush('embedded', { submissions: 400, seconds: 3 });
  // How long it takes is for a machine that does nothing else.
  expect({ ...broken, 'ms too slow at p99': 0 }).toEqual(none(broken));
});

test('9: scores are all old or all new when their calculation is killed', () =>
  holds(scoringKills(3, 300)));

test('16: what is under way is answered before the server ends, and pages come back', () =>
  holds(drain(1)));

async function holds(run: Promise<Outcome>) {
  const { broken } = await run;
  expect(broken).toEqual(none(broken));
}

function none(broken: Outcome['broken']): Outcome['broken'] {
  return Object.fromEntries(Object.keys(broken).map((kind) => [kind, 0]));
}
