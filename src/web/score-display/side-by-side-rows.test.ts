import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PredictionSong } from '#contract/predictions.ts';
import { scoredPicks } from '#contract/scorecard.ts';
import type { Outcome } from '#contract/scoring.ts';
import type { SetlistEntry } from '#contract/setlists.ts';
import { sideBySideRows } from './side-by-side-rows.ts';

describe('side by side', () => {
  test('green in place, blue elsewhere, dashed where it was not played', () => {
    const { places, exactCount, elsewhereCount } = sideBySideRows(
      picks('A B C D'),
      setlist('X B A Y'),
    );
    expect(places).toEqual([
      { position: 1, pick: pick('A', 'Wrong spot', 3), played: played('X', null) },
      { position: 2, pick: pick('B', 'Correct spot', 2), played: played('B', 'exact') },
      { position: 3, pick: pick('C', 'Not played', null), played: played('A', 'elsewhere') },
      { position: 4, pick: pick('D', 'Not played', null), played: played('Y', null) },
    ]);
    expect({ exactCount, elsewhereCount }).toEqual({ exactCount: 1, elsewhereCount: 1 });
  });

  test('opener and closer are green, the closer in whatever row it closed', () => {
    const { places, exactCount } = sideBySideRows(picks('A B'), setlist('A X Y B*'));
    expect(places[0]?.pick).toEqual(pick('A', 'Opener', 1));
    expect(places[1]?.pick).toEqual(pick('B', 'Closer', 4));
    expect(places[3]?.played).toEqual({ title: 'B', isCloser: true, fate: 'exact' });
    expect(exactCount).toBe(2);
  });

  test('a song played twice is green where it earned its points, and plain where it did not', () => {
    const { places, exactCount, elsewhereCount } = sideBySideRows(
      picks('X B Z'),
      setlist('A B C B'),
    );
    expect(places[1]?.pick).toEqual(pick('B', 'Correct spot', 2));
    expect(places.map(({ played }) => played?.fate)).toEqual([null, 'exact', null, null]);
    expect([exactCount, elsewhereCount]).toEqual([1, 0]);
  });

  test('holes of deleted songs stay, on both sides', () => {
    const withHole = picks('A B C').filter(({ position }) => position !== 2);
    const rows = setlist('A B C D').filter(({ position }) => position !== 3);
    expect(sideBySideRows(withHole, rows).places.map(shape)).toEqual([
      '1 A A',
      '2 - B',
      '3 C -',
      '4 - D',
    ]);
  });

  test('the rows that are coloured are as many as the picks that count', () => {
    fc.assert(
      fc.property(aPrediction, aSetlist, (predicted, rows) => {
        const { places, exactCount, elsewhereCount } = sideBySideRows(predicted, rows);
        const fates = places.map((place) => place.played?.fate);
        expect(fates.filter((fate) => fate === 'exact')).toHaveLength(exactCount);
        expect(fates.filter((fate) => fate === 'elsewhere')).toHaveLength(elsewhereCount);
        for (const { pick: cell } of places) {
          const playedRow = places.find(({ position }) => position === cell?.playedAt);
          if (cell && cell.fate !== 'missed') expect(playedRow?.played?.title).toBe(cell.title);
        }
      }),
    );
  });

  test('colours exactly the picks that have points', () => {
    fc.assert(
      fc.property(aPrediction, aSetlist, (predicted, rows) => {
        const counts = scoredPicks(predicted, rows).filter(({ points }) => points > 0).length;
        const { exactCount, elsewhereCount } = sideBySideRows(predicted, rows);
        expect(exactCount + elsewhereCount).toBe(counts);
      }),
    );
  });
});

function picks(titles: string): PredictionSong[] {
  return titles.split(' ').map((title, place) => ({
    id: title,
    title,
    album: null,
    position: place + 1,
  }));
}

/** Titles in order; a star marks a closer. */
function setlist(titles: string): SetlistEntry[] {
  return titles.split(' ').map((mark, place) => entry(mark.replace('*', ''), place, mark));
}

function entry(title: string, place: number, mark: string): SetlistEntry {
  return {
    id: `row ${place}`,
    showId: 'show',
    songId: title,
    position: place + 1,
    playedAt: null,
    isCloser: mark.endsWith('*'),
    notes: null,
    setLabel: null,
    segue: false,
    breakAfter: null,
    version: 0,
    song: { id: title, title },
  };
}

function pick(title: string, outcome: Outcome, playedAt: number | null) {
  return { title, outcome, fate: FATES[outcome], playedAt };
}

function played(title: string, fate: string | null) {
  return { title, isCloser: false, fate };
}

function shape(place: { position: number; pick: Titled; played: Titled }): string {
  return `${place.position} ${place.pick?.title ?? '-'} ${place.played?.title ?? '-'}`;
}

type Titled = { title: string } | null;

const FATES = {
  Opener: 'exact',
  Closer: 'exact',
  'Correct spot': 'exact',
  'Wrong spot': 'elsewhere',
  'Not played': 'missed',
};

const letter = fc.constantFrom(...'ABCDEFGH');
const aPrediction = fc
  .uniqueArray(letter, { minLength: 1, maxLength: 6 })
  .map((titles) => picks(titles.join(' ')));
const aSetlist = fc
  .array(fc.tuple(letter, fc.boolean()), { minLength: 1, maxLength: 9 })
  .map((rows) => setlist(rows.map(([title, closes]) => (closes ? `${title}*` : title)).join(' ')));
