import { describe, expect, it, test } from 'vitest';
import {
  type BandHabit,
  makeUpArchive,
  REHEARSED,
  ROTATING,
} from '../../../../tests/support/made-up-band.ts';
import { createEvaluation } from './evaluation.ts';
import type { PlayedShow } from './played-shows.ts';
import { type Forecaster, walkForward } from './walk-forward.ts';

/** All that was said of the show of that number, as text. */
function saidOf(archive: readonly PlayedShow[], number: number, last: number): string {
  const walk = [...walkForwardTo(archive, number, last)];
  return JSON.stringify(walk.at(-1));
}

function* walkForwardTo(archive: readonly PlayedShow[], number: number, last: number) {
  for (const { show, forecasts } of walkForward(archive, last)) {
    const model = forecasts['the model'];
    const soFar = show.songs.slice(0, 4).map(({ song }) => song);
    yield [
      model.songs,
      model.list,
      model.next(soFar),
      forecasts['most played of the last 50 shows'],
    ];
    if (show === archive[number]) return;
  }
}

describe('a walk over an archive', () => {
  const archive = makeUpArchive(ROTATING, 90);

  it('says of a show what it would, whatever was played there and later', () => {
    const said = saidOf(archive, 84, 6);
    const later = archive.slice(85).toReversed();
    expect(saidOf([...archive.slice(0, 85), ...later], 84, 6)).toBe(said);
    const other = archive.map((show, n) =>
      n > 84 ? { ...show, songs: [{ song: 'Never Heard', isCloser: true }] } : show,
    );
    expect(saidOf(other, 84, 6)).toBe(said);
    // What was played there is only asked for here, to say what comes after its first four.
    const [songs, list] = JSON.parse(said);
    const there = { ...archive[84], songs: archive[3]?.songs } as PlayedShow;
    const changed = [...archive.slice(0, 84), there, ...archive.slice(85)];
    expect(JSON.parse(saidOf(changed, 84, 6)).slice(0, 2)).toEqual([songs, list]);
  });

  it('does hear of what was played before', () => {
    const other = [...archive.slice(0, 80).toReversed(), ...archive.slice(80)];
    expect(saidOf(other, 84, 6)).not.toBe(saidOf(archive, 84, 6));
  });
});

function marksOf(habit: BandHabit) {
  const marks = new Map<Forecaster, ReturnType<typeof createEvaluation>>();
  for (const { show, forecasts } of walkForward(makeUpArchive(habit, 160), 30))
    for (const [name, forecast] of Object.entries(forecasts) as [Forecaster, never][]) {
      const its = marks.get(name) ?? createEvaluation();
      marks.set(name, its);
      its.add(forecast, show);
    }
  return (name: Forecaster) => marks.get(name)?.marks() ?? createEvaluation().marks();
}

test.each([
  ['rotates', ROTATING],
  ['plays what it rehearsed', REHEARSED],
])('the model finds out that a band %s', (_, habit) => {
  const marks = marksOf(habit);
  const model = marks('the model');
  for (const rule of [
    'most played of the last 50 shows',
    "the same without the last three shows' songs",
    'the last show again',
  ] as const) {
    // A rule that is just this band's habit can't be beaten by much with so few shows to learn from.
    expect(model.p10).toBeGreaterThan(marks(rule).p10 - 0.03);
    expect(model.r25).toBeGreaterThan(marks(rule).r25 - 0.02);
    expect(model.next5).toBeGreaterThan(marks(rule).next5);
  }
  expect(model.ece).toBeLessThan(0.06);
});
