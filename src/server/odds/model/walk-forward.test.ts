import { describe, expect, it, test } from 'vitest';
import {
  type BandHabit,
  generateArchive,
  REHEARSED,
  ROTATING,
} from '../../../../tests/support/generated-archive.ts';
import { createEvaluator } from './evaluation.ts';
import type { PlayedShow } from './played-shows.ts';
import { type Forecaster, walkForward } from './walk-forward.ts';

function forecastShow(archive: readonly PlayedShow[], number: number, last: number): string {
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

describe('walkForward', () => {
  const archive = generateArchive(ROTATING, 50);
  const forecast = forecastShow(archive, 44, 6);

  it('forecasts a show regardless of its own songs and later shows', () => {
    const reversedShows = archive.slice(45).toReversed();
    expect(forecastShow([...archive.slice(0, 45), ...reversedShows], 44, 6)).toBe(forecast);
    const changedArchive = archive.map((show, n) =>
      n > 44 ? { ...show, songs: [{ song: 'Never Heard', isCloser: true }] } : show,
    );
    expect(forecastShow(changedArchive, 44, 6)).toBe(forecast);
    // The show's own songs are used only to forecast what follows its first four.
    const [songs, list] = JSON.parse(forecast);
    const replayed = { ...archive[44], songs: archive[3]?.songs } as PlayedShow;
    const changed = [...archive.slice(0, 44), replayed, ...archive.slice(45)];
    expect(JSON.parse(forecastShow(changed, 44, 6)).slice(0, 2)).toEqual([songs, list]);
  });

  it('uses the order of the shows before it', () => {
    const changedArchive = [...archive.slice(0, 40).toReversed(), ...archive.slice(40)];
    expect(forecastShow(changedArchive, 44, 6)).not.toBe(forecast);
  });
});

function evaluateForecasters(habit: BandHabit) {
  const evaluations = new Map<Forecaster, ReturnType<typeof createEvaluator>>();
  for (const { show, forecasts } of walkForward(generateArchive(habit, 160), 30))
    for (const [name, forecast] of Object.entries(forecasts) as [Forecaster, never][]) {
      const evaluation = evaluations.get(name) ?? createEvaluator();
      evaluations.set(name, evaluation);
      evaluation.add(forecast, show);
    }
  return (name: Forecaster) => evaluations.get(name)?.summary() ?? createEvaluator().summary();
}

test.each([
  ['rotates', ROTATING],
  ['plays what it rehearsed', REHEARSED],
])('the model learns that a band %s', (_, habit) => {
  const evaluations = evaluateForecasters(habit);
  const model = evaluations('the model');
  for (const rule of [
    'most played of the last 50 shows',
    'most played, rested',
    'last show',
  ] as const) {
    expect(model.p10).toBeGreaterThan(evaluations(rule).p10 - 0.03);
    expect(model.r25).toBeGreaterThan(evaluations(rule).r25 - 0.02);
    expect(model.next5).toBeGreaterThan(evaluations(rule).next5);
  }
  expect(model.ece).toBeLessThan(0.06);
});
