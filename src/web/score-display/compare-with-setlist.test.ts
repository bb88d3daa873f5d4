import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PredictionSong } from '#contract/predictions.ts';
import { scoredPicks } from '#contract/scorecard.ts';
import type { Outcome } from '#contract/scoring.ts';
import type { SetlistEntry } from '#contract/setlists.ts';
import { compareWithSetlist } from './compare-with-setlist.ts';

describe('compareWithSetlist', () => {
  test('marks picks as exact, elsewhere or missed', () => {
    const { rows, exactCount, elsewhereCount } = compareWithSetlist(
      buildPicks('A B C D'),
      buildSetlist('X B A Y'),
    );
    expect(rows).toEqual([
      { position: 1, pick: pick('A', 'Wrong spot', 3), played: buildPlayed('X', null) },
      { position: 2, pick: pick('B', 'Correct spot', 2), played: buildPlayed('B', 'exact') },
      { position: 3, pick: pick('C', 'Not played', null), played: buildPlayed('A', 'elsewhere') },
      { position: 4, pick: pick('D', 'Not played', null), played: buildPlayed('Y', null) },
    ]);
    expect({ exactCount, elsewhereCount }).toEqual({ exactCount: 1, elsewhereCount: 1 });
  });

  test('marks the opener and the closer as exact, wherever the closer was played', () => {
    const { rows, exactCount } = compareWithSetlist(buildPicks('A B'), buildSetlist('A X Y B*'));
    expect(rows[0]?.pick).toEqual(pick('A', 'Opener', 1));
    expect(rows[1]?.pick).toEqual(pick('B', 'Closer', 4));
    expect(rows[3]?.played).toEqual({ title: 'B', isCloser: true, result: 'exact' });
    expect(exactCount).toBe(2);
  });

  test('marks a song played twice only in the row that earned the points', () => {
    const { rows, exactCount, elsewhereCount } = compareWithSetlist(
      buildPicks('X B Z'),
      buildSetlist('A B C B'),
    );
    expect(rows[1]?.pick).toEqual(pick('B', 'Correct spot', 2));
    expect(rows.map(({ played }) => played?.result)).toEqual([null, 'exact', null, null]);
    expect([exactCount, elsewhereCount]).toEqual([1, 0]);
  });

  test('keeps the gaps of deleted songs in both columns', () => {
    const picksWithGap = buildPicks('A B C').filter(({ position }) => position !== 2);
    const setlistRows = buildSetlist('A B C D').filter(({ position }) => position !== 3);
    expect(compareWithSetlist(picksWithGap, setlistRows).rows.map(formatRow)).toEqual([
      '1 A A',
      '2 - B',
      '3 C -',
      '4 - D',
    ]);
  });

  test('marks one played row per pick that scored', () => {
    fc.assert(
      fc.property(prediction, randomSetlist, (predicted, setlistRows) => {
        const { rows, exactCount, elsewhereCount } = compareWithSetlist(predicted, setlistRows);
        const results = rows.map((row) => row.played?.result);
        expect(results.filter((result) => result === 'exact')).toHaveLength(exactCount);
        expect(results.filter((result) => result === 'elsewhere')).toHaveLength(elsewhereCount);
        for (const { pick: cell } of rows) {
          const playedRow = rows.find(({ position }) => position === cell?.playedAt);
          if (cell && cell.result !== 'missed') expect(playedRow?.played?.title).toBe(cell.title);
        }
      }),
    );
  });

  test('marks exactly the picks that have points', () => {
    fc.assert(
      fc.property(prediction, randomSetlist, (predicted, rows) => {
        const counts = scoredPicks(predicted, rows).filter(({ points }) => points > 0).length;
        const { exactCount, elsewhereCount } = compareWithSetlist(predicted, rows);
        expect(exactCount + elsewhereCount).toBe(counts);
      }),
    );
  });
});

function buildPicks(titles: string): PredictionSong[] {
  return titles.split(' ').map((title, index) => ({
    id: title,
    title,
    album: null,
    position: index + 1,
  }));
}

function buildSetlist(titles: string): SetlistEntry[] {
  return titles.split(' ').map((mark, index) => buildEntry(mark.replace('*', ''), index, mark));
}

function buildEntry(title: string, index: number, mark: string): SetlistEntry {
  return {
    id: `row ${index}`,
    showId: 'show',
    songId: title,
    position: index + 1,
    playedAt: null,
    isCloser: mark.endsWith('*'),
    notes: null,
    setLabel: null,
    segue: false,
    breakAfter: null,
    source: null,
    version: 0,
    song: { id: title, title },
  };
}

function pick(title: string, outcome: Outcome, playedAt: number | null) {
  return { title, outcome, result: RESULTS[outcome], playedAt };
}

function buildPlayed(title: string, result: string | null) {
  return { title, isCloser: false, result };
}

function formatRow(row: { position: number; pick: Titled; played: Titled }): string {
  return `${row.position} ${row.pick?.title ?? '-'} ${row.played?.title ?? '-'}`;
}

type Titled = { title: string } | null;

const RESULTS = {
  Opener: 'exact',
  Closer: 'exact',
  'Correct spot': 'exact',
  'Wrong spot': 'elsewhere',
  'Not played': 'missed',
};

const letter = fc.constantFrom(...'ABCDEFGH');
const prediction = fc
  .uniqueArray(letter, { minLength: 1, maxLength: 6 })
  .map((titles) => buildPicks(titles.join(' ')));
const randomSetlist = fc
  .array(fc.tuple(letter, fc.boolean()), { minLength: 1, maxLength: 9 })
  .map((rows) =>
    buildSetlist(rows.map(([title, closes]) => (closes ? `${title}*` : title)).join(' ')),
  );
