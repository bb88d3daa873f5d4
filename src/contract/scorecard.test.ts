import { describe, expect, it, test } from 'vitest';
import { HOUR } from './durations.ts';
import type { Prediction, PredictionSong } from './predictions.ts';
import {
  buildSharedCard,
  cardTotal,
  formatAltText,
  formatHeadline,
  formatSeal,
  formatShowDetails,
  formatStanding,
  getTone,
  pointsSoFar,
  type SharedCard,
  scoreRows,
  scoringLegend,
  sharedStat,
} from './scorecard.ts';
import type { Outcome } from './scoring.ts';
import type { SetlistEntry } from './setlists.ts';

const START = Date.parse('2026-11-28T23:30:00Z');

describe('scoreRows', () => {
  test('gives each pick its points and the song played at its position', () => {
    expect(scoreRows(buildPrediction('A B C D E', 'closed'), buildSetlist('A X B D Y E*'))).toEqual(
      [
        buildRow(1, 'A', [41, 'special', 'Opener', 'Opener', 'A']),
        buildRow(2, 'B', [10, 'elsewhere', 'Wrong', 'Wrong spot', 'X']),
        buildRow(3, 'C', [0, 'missed', 'Not played', 'Not played', 'B']),
        buildRow(4, 'D', [27, 'exact', 'Correct', 'Correct spot', 'D']),
        buildRow(5, 'E', [41, 'special', 'Closer', 'Closer', 'Y']),
      ],
    );
  });

  test('sorts the rows by position', () => {
    const { songs, ...rest } = buildPrediction('A B C D', 'closed');
    const [a, b, c, d] = songs as [PredictionSong, PredictionSong, PredictionSong, PredictionSong];
    const rows = scoreRows({ ...rest, songs: [c, a, d, b] }, buildSetlist('A B C D'));
    expect(rows.map(({ position }) => position)).toEqual([1, 2, 3, 4]);
  });

  test('has no actual song at positions not played yet', () => {
    const rows = scoreRows(buildPrediction('A B', 'live'), buildSetlist('A'));
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
  ])('labels a missed pick of a show that is %s: %s', (status, label) => {
    const score = scoreRows(buildPrediction('A B', status), buildSetlist('A'))[1]?.score;
    expect([score?.badge, score?.reason]).toEqual([label, label]);
    expect(scoringLegend({ status }).at(-1)?.text).toBe(label);
  });

  test('uses the tones and points of the legend', () => {
    const outcomes: Outcome[] = ['Opener', 'Correct spot', 'Wrong spot', 'Not played'];
    const legend = scoringLegend({ status: 'closed' });
    expect(legend.map(({ tone }) => tone)).toEqual(outcomes.map(getTone));
    expect(legend.map(({ points }) => points)).toEqual([41, 27, 10, 0]);
    expect(legend.map(({ text }) => text)).toEqual([
      'Opener or closer',
      'Correct position',
      'Correct song, wrong position',
      'Not played',
    ]);
    expect(getTone('Closer')).toBe(getTone('Opener'));
  });
});

describe('cardTotal', () => {
  const standing = { rank: 3, total: 1204 };

  it.each<[Partial<Prediction>, string, ReturnType<typeof cardTotal>]>([
    [{ points: 0 }, 'closed', { value: 0, label: 'Total points', rank: '#3 / 1,204' }],
    // Stored points of a reopened show.
    [{ points: 95 }, 'live', { value: 95, label: 'Total points', rank: '#3 / 1,204' }],
    [{ points: null }, 'live', { value: 41, label: 'Points so far', rank: '#3 / 1,204' }],
    [{ points: null }, 'closed', { value: null, label: 'Not scored yet', rank: null }],
  ])('shows %j while the show is %s', (points, status, total) => {
    const card = { ...buildPrediction('A B', status), ...points };
    expect(cardTotal(card, scoreRows(card, buildSetlist('A')), standing)).toEqual(total);
  });

  test('has no rank without a standing', () => {
    const card = buildPrediction('A', 'live');
    expect(cardTotal(card, scoreRows(card, buildSetlist('A')), null).rank).toBeNull();
    expect(formatStanding({ rank: 1, total: 2 })).toBe('#1 / 2');
  });
});

describe('a shared card', () => {
  test('is sealed without an opening time while the show is postponed', () => {
    const sealed = buildCard({ status: 'postponed', now: START + HOUR });
    expect(sealed).toMatchObject({ stage: 'sealed', rows: [], opensAt: null });
    expect(formatSeal(sealed).opensText).toBe('Opens when predictions lock');
    expect(formatAltText(sealed)).toBe('The prediction is sealed until predictions lock');
  });

  test('is sealed until the lock, and hides the songs and their number', () => {
    const sealed = buildCard({ status: 'open', now: START - HOUR - 1 });
    expect(sealed).toMatchObject({ stage: 'sealed', rows: [], points: null, standing: null });
    expect(formatSeal(sealed)).toEqual({
      title: 'Setlist called',
      opensText: 'Opens Saturday, November 28 at 5:30 PM EST',
    });
    expect(sharedStat(sealed)).toBeNull();
    expect(formatAltText(sealed)).toBe(
      'The prediction is sealed until Saturday, November 28 at 5:30 PM EST',
    );
  });

  test('is revealed at the lock, or earlier if the fan chooses, without points', () => {
    const earlyCard = buildCard({ status: 'open', now: START - HOUR - 1, showsSongsEarly: true });
    const openCard = buildCard({ status: 'open', now: START - HOUR });
    for (const card of [earlyCard, openCard]) {
      expect(card).toMatchObject({ stage: 'picked', opensAt: null, points: null, standing: null });
      expect(card.rows.map(({ title, score }) => [title, score])).toEqual([
        ['A', null],
        ['B', null],
      ]);
      expect(sharedStat(card)).toEqual({ value: '2', label: 'songs called', rank: null });
      expect(formatHeadline(card)).toBe('marigold called the setlist of Harborlight Pavilion');
      expect(formatAltText(card)).toBe('The songs marigold predicted, on a sheet');
    }
  });

  test('shows the points so far once a live show has a song', () => {
    expect(buildCard({ status: 'live', played: '' }).stage).toBe('picked');
    const live = buildCard({ status: 'live' });
    expect(live).toMatchObject({ stage: 'live', points: 41, standing: { rank: 1, total: 2 } });
    expect(sharedStat(live)).toEqual({ value: '41', label: 'points so far', rank: '#1 / 2' });
    expect(formatHeadline(live)).toBe('marigold: 41 points so far at Harborlight Pavilion');
  });

  test('shows the stored points', () => {
    const scored = buildCard({ status: 'closed', points: 95 });
    expect(scored.stage).toBe('scored');
    expect(sharedStat(scored)).toEqual({ value: '95', label: 'points', rank: '#1 / 2' });
    expect(sharedStat(buildCard({ status: 'closed', points: 1 }))?.label).toBe('point');
    expect(formatHeadline(scored)).toBe(
      'marigold called 95 points at Harborlight Pavilion, #1 / 2',
    );
    expect(formatHeadline({ ...scored, standing: null })).toBe(
      'marigold called 95 points at Harborlight Pavilion',
    );
  });

  test('counts the called songs of an unscored show', () => {
    const card = buildCard({ status: 'closed', picks: 'A' });
    expect(card).toMatchObject({ stage: 'unscored', points: null, standing: null });
    expect(sharedStat(card)).toEqual({ value: '1', label: 'song called', rank: null });
    expect(card.rows[0]?.score?.points).toBe(41);
  });

  test('shows place, date and tour', () => {
    const card = buildCard({ status: 'open' });
    const details = 'Richmond, VA · Saturday, November 28, 2026 · Long Way Round';
    expect(formatShowDetails(card)).toBe(details);
    const show = { ...card.show, tourName: null };
    expect(formatShowDetails({ ...card, show })).not.toMatch(/ · $/);
    expect(formatShowDetails({ ...card, correctedAt: '2026-11-30T02:00:00.000Z' })).toBe(
      `${details} · Corrected on Nov 30, 2026`,
    );
  });
});

interface SampleCard {
  status: string;
  picks?: string;
  played?: string;
  points?: number | null;
  now?: number;
  showsSongsEarly?: boolean;
}

function buildCard({
  status,
  picks = 'A B',
  played = 'A',
  points = null,
  ...options
}: SampleCard): SharedCard {
  const { now = START, showsSongsEarly = false } = options;
  return buildSharedCard(
    {
      prediction: { ...buildPrediction(picks, status), points },
      username: 'marigold',
      showsSongsEarly,
      setlist: buildSetlist(played),
      standing: { rank: 1, total: 2 },
      correctedAt: null,
    },
    now,
  );
}

function buildPrediction(titles: string, status: string): Prediction {
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
      arePredictionsFrozen: false,
    },
    points: null,
    submittedAt: new Date(START - 24 * HOUR).toISOString(),
    songs: splitWords(titles).map(
      (title, n): PredictionSong => ({ id: title, title, album: null, position: n + 1 }),
    ),
  };
}

/** Builds a setlist from titles; a star marks a closer. */
function buildSetlist(titles: string): SetlistEntry[] {
  return splitWords(titles).map((mark, n) => {
    const title = mark.replace('*', '');
    const marks = { segue: false, breakAfter: null, source: null };
    const details = { playedAt: null, notes: null, setLabel: null, version: 0, ...marks };
    const ids = { id: `row ${n}`, showId: 'show', songId: title, position: n + 1 };
    return { ...ids, ...details, isCloser: mark.endsWith('*'), song: { id: title, title } };
  });
}

function splitWords(text: string): string[] {
  return text.split(' ').filter(Boolean);
}

type ScoreTuple = [number, string, badge: string, reason: string, actual: string | null];

function buildRow(position: number, title: string, score: ScoreTuple) {
  const [points, tone, badge, reason, actual] = score;
  return { position, title, score: { points, tone, badge, reason, actual } };
}
