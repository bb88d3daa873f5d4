import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { sampleSongId, setlistEntry } from '../../../tests/support/live-show-samples.ts';
import { samplePrediction, sampleShow } from '../../../tests/support/site-samples.ts';
import { Hits } from './hits.tsx';

const show = sampleShow(-5, { id: sampleSongId(9), status: 'closed' });

afterEach(cleanup);

test('groups the hits by their points, most first, and omits the misses', () => {
  const setlist = [setlistEntry(1), setlistEntry(2), setlistEntry(5), setlistEntry(3)].map(
    (entry, index) => ({ ...entry, position: index + 1 }),
  );
  render(<Hits prediction={samplePrediction(show, [1, 3, 5, 4, 2, 6])} setlist={setlist} />);
  screen.getByRole('heading', { name: '4 of 6 played' });
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/41 points, Opener:.*Song 1$/),
    expect.stringMatching(/27 points, Correct spot:.*Song 5$/),
    expect.stringMatching(/10 points, Wrong spot:.*2 picks.*Song 3 · Song 2$/),
  ]);
});

test('shows that no pick was played', () => {
  render(<Hits prediction={samplePrediction(show, [4])} setlist={[setlistEntry(1)]} />);
  screen.getByText('None of your picks was played.');
  expect(screen.queryAllByRole('listitem')).toEqual([]);
});
