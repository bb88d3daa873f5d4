import { screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { boardRow, openLiveShow } from '../../../tests/support/open-live-show.ts';
import { sampleShow } from '../../../tests/support/site-samples.ts';

function listComingLines() {
  const setlist = screen.getByRole('region', { name: /Setlist$/ });
  const lines = setlist.querySelector('[aria-hidden] > ol')?.children ?? [];
  return Array.from(lines, ({ textContent }) => textContent);
}

test('adds lines with my unplayed picks for the next positions', async () => {
  await openLiveShow({ picks: [4, 3, 1, 5, 6], played: [1, 2] });
  expect(listComingLines()).toEqual(['3', '4Song 5', '5Song 6', '6', '7', '8', '9', '10']);
});

test.each([
  [11, ['12', '13']],
  [0, ['1Song 4', '2Song 3', '3', '4', '5', '6', '7', '8', '9', '10']],
])('adds at least two lines to reach ten or more: %i songs', async (count, lines) => {
  const played = Array.from({ length: count }, (_, index) => index + 11);
  await openLiveShow({ picks: [4, 3], played });
  expect(listComingLines()).toEqual(lines);
});

test('adds no lines after the show', async () => {
  await openLiveShow({ show: sampleShow(-5, { status: 'closed' }), picks: [4, 3], played: [1] });
  expect(listComingLines()).toEqual([]);
});

test.each([
  ['live', ['12Song 12Now Playing']],
  ['closed', []],
])(
  'opens a %s show at its newest song, and a closed one at its first: %j',
  async (status, opened) => {
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
    onTestFinished(() => scroll.mockRestore());
    const played = Array.from({ length: 12 }, (_, index) => index + 1);
    await openLiveShow({ show: sampleShow(-1, { status }), picks: [], played });
    const targets = scroll.mock.contexts as Element[];
    const songs = targets.map(({ textContent }) => textContent).filter((text) => /Song/.test(text));
    expect([...new Set(songs)]).toEqual(opened);
  },
);

test("shows the fan's own row below the first page of the standings, without pinning it", async () => {
  await openLiveShow({ board: [boardRow(1, 'wren', 68)], myRow: boardRow(40, 'madder', 10) });
  const ownRow = await screen.findByRole('list', { name: 'Your row' });
  expect(ownRow.className).not.toContain('sticky');
});
