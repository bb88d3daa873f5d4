import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { scoreRows } from '#contract/scorecard.ts';
import { sampleSongId, setlistEntry } from '../../../tests/support/live-show-samples.ts';
import { ScoreStamp } from './score-stamp.tsx';

const songs = [1, 2].map((number) => ({
  ...{ id: sampleSongId(number), title: `Song ${number}` },
  ...{ album: null, position: number },
}));

test.each([
  ['live', ['41Opener', '–No points yet']],
  ['closed', ['41Opener', '0Not played']],
])('labels the stamps of a %s show with %j', (status, stamps) => {
  const rows = scoreRows({ songs, show: { status } }, [setlistEntry(1), setlistEntry(3)]);
  const texts = rows.map(
    ({ score }) => render(<ScoreStamp score={score} label={score.badge} />).container.textContent,
  );
  expect(texts).toEqual(stamps);
});
