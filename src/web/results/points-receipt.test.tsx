import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { getReceipt, type Receipt } from '#contract/receipts.ts';
import { setlistEntry } from '../../../tests/support/live-show-samples.ts';
import { FAN, samplePrediction, sampleShow } from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';
import { PointsReceipt } from './points-receipt.tsx';

const show = sampleShow(-24, { status: 'closed', name: 'The Night Before' });
const correction = (id: number, what: string, difference: number) => ({
  ...{ id, what, difference },
  at: '2026-11-12T02:30:00.000Z',
});

async function openReceipt(receipt: Partial<Receipt> = {}) {
  const site = createTestSite();
  site.respond(getReceipt, {
    ...{ points: 51, firstPoints: 51, finalAt: null, corrections: [] },
    ...receipt,
  });
  const prediction = samplePrediction(show, [1, 9, 2], { points: 51 });
  const setlist = [setlistEntry(1), setlistEntry(2)];
  await site.renderPart(<PointsReceipt prediction={prediction} setlist={setlist} />, FAN);
  return within(await screen.findByRole('region', { name: 'Receipt' }));
}

const readRows = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => row.textContent);

test('adds up the points by outcome, and links to the rules', async () => {
  const receipt = await openReceipt();
  expect(readRows(receipt.getByRole('table', { name: 'Points' }))).toEqual([
    'Opener1 × 4141',
    'Wrong spot1 × 1010',
    'Not played1 × 00',
    'Total51',
  ]);
  const link = receipt.getByRole('link', { name: 'How scoring works' });
  expect(link.getAttribute('href')).toBe('/rules');
  expect(receipt.queryByRole('table', { name: 'Corrections' })).toBeNull();
});

test('lists the corrections between the first points and the current ones, oldest first', async () => {
  const corrections = [
    correction(8, '“Ember” added at 2', 10),
    correction(7, '“Tweezer” moved from 5 to 6', -17),
  ];
  const receipt = await openReceipt({ firstPoints: 58, corrections });
  const fold = screen.getByRole('region', { name: 'Receipt' }).querySelector('details');
  await vi.waitFor(() => expect(fold?.open).toBe(true));
  const rows = readRows(await receipt.findByRole('table', { name: 'Corrections' }));
  expect(rows).toEqual([
    'Original points58',
    expect.stringMatching(/^“Tweezer” moved from 5 to 6Corrected on \w+, Nov 1[12], .*−17$/),
    expect.stringMatching(/^“Ember” added at 2.*[+]10$/),
    'Current points51',
  ]);
});

test.each([
  [null, /^Provisional until 72 hours after the show is closed/],
  ['2999-01-01T00:00:00.000Z', /^Provisional until .*, then final[.]$/],
  ['2026-01-03T00:00:00.000Z', /^Final since \w+, Jan [23], .*[.]$/],
])('shows whether the points are final: %s', async (finalAt, text) => {
  const receipt = await openReceipt({ finalAt });
  expect(await receipt.findByText(text)).toBeDefined();
});
