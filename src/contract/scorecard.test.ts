import { describe, expect, it, test } from 'vitest';
import { HOUR } from './durations.ts';
import type { Prediction, PredictionSong } from './predictions.ts';
import {
  altTextOf,
  headlineOf,
  legendOf,
  pointsSoFar,
  type SharedCard,
  scoreRows,
  sealOf,
  sharedCardOf,
  sharedFigure,
  showFacts,
  standingText,
  toneOf,
  totalOf,
} from './scorecard.ts';
import type { Outcome } from './scoring.ts';
import type { SetlistEntry } from './setlists.ts';

const START = Date.parse('2026-11-28T23:30:00Z');

describe('scoreRows', () => {
  test('gives each pick its points and the song played at its position', () => {
    expect(scoreRows(prediction('A B C D E', 'closed'), setlist('A X B D Y E*'))).toEqual([
      row(1, 'A', [41, 'special', 'Opener', 'Opener', 'A']),
      row(2, 'B', [10, 'elsewhere', 'Wrong', 'Wrong spot', 'X']),
      row(3, 'C', [0, 'missed', 'Not played', 'Not played', 'B']),
      row(4, 'D', [27, 'exact', 'Correct', 'Correct spot', 'D']),
      row(5, 'E', [41, 'special', 'Closer', 'Closer', 'Y']),
    ]);
  });

  test('sorts the rows by position', () => {
    const { songs, ...rest } = prediction('A B C D', 'closed');
    const [a, b, c, d] = songs as [PredictionSong, PredictionSong, PredictionSong, PredictionSong];
    const rows = scoreRows({ ...rest, songs: [c, a, d, b] }, setlist('A B C D'));
    expect(rows.map(({ position }) => position)).toEqual([1, 2, 3, 4]);
  });

  test('has no actual song at positions not played yet', () => {
    const rows = scoreRows(prediction('A B', 'live'), setlist('A'));
    expect(rows.map(({ score }) => score.actual)).toEqual(['A', null]);
    expect(pointsSoFar(rows)).toBe(41);
  });

  it.each([
    ['open', 'Not played yet'],
    ['live', 'Not played yet'],
    ['closed', 'Not played'],
    // Other statuses count as closed.
    ['cancelled', 'Not played'],
    ['postponed', 'Not played yet'],
  ])('labels a missed pick of a show that is %s: %s', (status, word) => {
    const score = scoreRows(prediction('A B', status), setlist('A'))[1]?.score;
    expect([score?.badge, score?.reason]).toEqual([word, word]);
    expect(legendOf({ status }).at(-1)?.text).toBe(word);
  });

  test('uses the tones and points of the legend', () => {
    const outcomes: Outcome[] = ['Opener', 'Correct spot', 'Wrong spot', 'Not played'];
    const legend = legendOf({ status: 'closed' });
    expect(legend.map(({ tone }) => tone)).toEqual(outcomes.map(toneOf));
    expect(legend.map(({ points }) => points)).toEqual([41, 27, 10, 0]);
    expect(legend.map(({ text }) => text)).toEqual([
      'Opener or closer',
      'Correct position',
      'Correct song, wrong position',
      'Not played',
    ]);
    expect(toneOf('Closer')).toBe(toneOf('Opener'));
  });
});

describe('totalOf', () => {
  const standing = { rank: 3, total: 1204 };

  it.each<[Partial<Prediction>, string, ReturnType<typeof totalOf>]>([
    [{ points: 0 }, 'closed', { figure: 0, label: 'Total points', rank: '#3 / 1,204' }],
    // Stored points of a reopened show.
    [{ points: 95 }, 'live', { figure: 95, label: 'Total points', rank: '#3 / 1,204' }],
    [{ points: null }, 'live', { figure: 41, label: 'Points so far', rank: '#3 / 1,204' }],
    [{ points: null }, 'closed', { figure: null, label: 'Not scored yet', rank: null }],
  ])('shows %j while the show is %s', (points, status, total) => {
    const own = { ...prediction('A B', status), ...points };
    expect(totalOf(own, scoreRows(own, setlist('A')), standing)).toEqual(total);
  });

  test('has no rank without a standing', () => {
    const own = prediction('A', 'live');
    expect(totalOf(own, scoreRows(own, setlist('A')), null).rank).toBeNull();
    expect(standingText({ rank: 1, total: 2 })).toBe('#1 / 2');
  });
});

describe('a shared card', () => {
  test('is sealed without an opening time while the show is postponed', () => {
    const sealed = shared({ status: 'postponed', now: START + HOUR });
    expect(sealed).toMatchObject({ stage: 'sealed', rows: [], opensAt: null });
    expect(sealOf(sealed).opensText).toBe('Opens when predictions lock');
    expect(altTextOf(sealed)).toBe('The prediction is sealed until predictions lock');
  });

  test('is sealed until the lock, and hides the songs and their number', () => {
    const sealed = shared({ status: 'open', now: START - HOUR - 1 });
    expect(sealed).toMatchObject({ stage: 'sealed', rows: [], points: null, standing: null });
    expect(sealOf(sealed)).toEqual({
      title: 'Setlist called',
      opensText: 'Opens Saturday, November 28 at 5:30 PM EST',
    });
    expect(sharedFigure(sealed)).toBeNull();
    expect(altTextOf(sealed)).toBe(
      'The prediction is sealed until Saturday, November 28 at 5:30 PM EST',
    );
  });

  test('opens at the lock, or earlier if the fan chose so, without points', () => {
    const early = shared({ status: 'open', now: START - HOUR - 1, showsSongsEarly: true });
    const open = shared({ status: 'open', now: START - HOUR });
    for (const card of [early, open]) {
      expect(card).toMatchObject({ stage: 'picked', opensAt: null, points: null, standing: null });
      expect(card.rows.map(({ title, score }) => [title, score])).toEqual([
        ['A', null],
        ['B', null],
      ]);
      expect(sharedFigure(card)).toEqual({ figure: '2', label: 'songs called', rank: null });
      expect(headlineOf(card)).toBe('marigold called the setlist of Harborlight Pavilion');
      expect(altTextOf(card)).toBe('The songs marigold predicted, on a sheet');
    }
  });

  test('shows the points so far once a live show has a song', () => {
    expect(shared({ status: 'live', played: '' }).stage).toBe('picked');
    const live = shared({ status: 'live' });
    expect(live).toMatchObject({ stage: 'live', points: 41, standing: { rank: 1, total: 2 } });
    expect(sharedFigure(live)).toEqual({ figure: '41', label: 'points so far', rank: '#1 / 2' });
    expect(headlineOf(live)).toBe('marigold: 41 points so far at Harborlight Pavilion');
  });

  test('shows the stored points', () => {
    const scored = shared({ status: 'closed', points: 95 });
    expect(scored.stage).toBe('scored');
    expect(sharedFigure(scored)).toEqual({ figure: '95', label: 'points', rank: '#1 / 2' });
    expect(sharedFigure(shared({ status: 'closed', points: 1 }))?.label).toBe('point');
    expect(headlineOf(scored)).toBe('marigold called 95 points at Harborlight Pavilion, #1 / 2');
    expect(headlineOf({ ...scored, standing: null })).toBe(
      'marigold called 95 points at Harborlight Pavilion',
    );
  });

  test('counts the called songs of an unscored show', () => {
    const card = shared({ status: 'closed', picks: 'A' });
    expect(card).toMatchObject({ stage: 'unscored', points: null, standing: null });
    expect(sharedFigure(card)).toEqual({ figure: '1', label: 'song called', rank: null });
    expect(card.rows[0]?.score?.points).toBe(41);
  });

  test('shows place, date and tour', () => {
    const { show } = shared({ status: 'open' });
    expect(showFacts(show)).toBe('Richmond, VA · Saturday, November 28, 2026 · Long Way Round');
    expect(showFacts({ ...show, tourName: null })).not.toMatch(/ · $/);
  });
});

interface Night {
  status: string;
  picks?: string;
  played?: string;
  points?: number | null;
  now?: number;
  showsSongsEarly?: boolean;
}

function shared({
  status,
  picks = 'A B',
  played = 'A',
  points = null,
  ...options
}: Night): SharedCard {
  const { now = START, showsSongsEarly = false } = options;
  return sharedCardOf(
    {
      prediction: { ...prediction(picks, status), points },
      username: 'marigold',
      showsSongsEarly,
      setlist: setlist(played),
      standing: { rank: 1, total: 2 },
    },
    now,
  );
}

function prediction(titles: string, status: string): Prediction {
  return {
    id: 'prediction',
    showId: 'show',
    show: {
      name: 'Harborlight Pavilion',
      venue: null,
      city: 'Richmond',
      state: 'VA',
      country: 'USA',
      date: new Date(START).toISOString(),
      timeZone: 'America/New_York',
      tourName: 'Long Way Round',
      status,
      locksAt: null,
    },
    points: null,
    submittedAt: new Date(START - 24 * HOUR).toISOString(),
    songs: splitWords(titles).map(
      (title, n): PredictionSong => ({ id: title, title, album: null, position: n + 1 }),
    ),
  };
}

/** Builds a setlist from titles; a star marks a closer. */
function setlist(titles: string): SetlistEntry[] {
  return splitWords(titles).map((mark, n) => {
    const title = mark.replace('*', '');
    const marks = { segue: false, breakAfter: null };
    const details = { playedAt: null, notes: null, setLabel: null, version: 0, ...marks };
    const ids = { id: `row ${n}`, showId: 'show', songId: title, position: n + 1 };
    return { ...ids, ...details, isCloser: mark.endsWith('*'), song: { id: title, title } };
  });
}

function splitWords(text: string): string[] {
  return text.split(' ').filter(Boolean);
}

type ScoreTuple = [number, string, badge: string, reason: string, actual: string | null];

function row(position: number, title: string, score: ScoreTuple) {
  const [points, tone, badge, reason, actual] = score;
  return { position, title, score: { points, tone, badge, reason, actual } };
}
