import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Show } from '#contract/shows.ts';
import { FAN, sampleShow } from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';
import { ShowFacts } from './show-facts.tsx';

const date = '2030-03-11T23:30:00Z';
const NOTE = /^Predictions|No new date/;

test.each<[string, Partial<Show>, string | undefined]>([
  ['a separate lock time', { locksAt: '2030-03-11T16:00:00Z' }, 'Predictions lock at 12:00 PM EDT'],
  [
    ...(['a lock on another day', { locksAt: '2030-03-10T16:00:00Z' }] as const),
    'Predictions lock on Sun, Mar 10, 2030 at 12:00 PM EDT',
  ],
  ['the usual lock time', { locksAt: '2030-03-11T22:30:00Z' }, undefined],
  ['a lock time that has passed', { locksAt: '2020-03-11T16:00:00Z' }, undefined],
  ['no separate lock time', {}, undefined],
  ['a postponed show', { status: 'postponed' }, 'No new date yet. Predictions are kept.'],
  [
    ...(['frozen predictions', { arePredictionsFrozen: true }] as const),
    'Predictions are frozen, because fans have already seen them.',
  ],
  ['a cancelled show', { status: 'cancelled' }, "Predictions for this show don't count."],
])('shows the right note for %s', async (_, fields, text) => {
  const site = createTestSite();
  await site.renderPart(<ShowFacts show={sampleShow(0, { date, ...fields })} />, FAN);
  expect(screen.queryByText(NOTE)?.textContent).toBe(text);
});
