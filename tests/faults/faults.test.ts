import { expect, test } from 'vitest';
import { kills } from './kills.ts';
import type { Outcome } from './outcome.ts';
import { submits } from './submits.ts';

// Each fault of `npm run faults` in small, where no other test says the same: docs/faults.md names those.

test('1: no acknowledged write is lost when the server, PostgreSQL or both are killed', () =>
  holds(kills(6)));

test('4: the embedded database looks at no more pages for a submission as they grow', () =>
  holds(submits(1_000, { timed: false })));

async function holds(run: Promise<Outcome>) {
  const { broken } = await run;
  expect(broken).toEqual(Object.fromEntries(Object.keys(broken).map((kind) => [kind, 0])));
}
