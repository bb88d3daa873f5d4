import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE, SECOND } from '#contract/durations.ts';
import { loadBandPack } from '../catalog/band-pack/band-pack.ts';
import { projectFile } from '../project-files.ts';
import { createRandom } from './random.ts';
import { planShowTimeline } from './show-timeline.ts';
import { planSubmissions } from './submit-predictions.ts';

const pack = await loadBandPack(fileURLToPath(projectFile('bands/lantern')));
const date = new Date('2026-11-26T20:00:00Z');
const random = createRandom(5);
const ids = Array.from({ length: 500 }, () => {
  const tail = Math.floor(random() * 2 ** 32).toString(16);
  return `00000000-0000-8000-a000-0000${tail.padStart(8, '0')}`;
});
const timelines = ids.map((id) => planShowTimeline({ id, date }, pack));

describe('the timeline of a show', () => {
  it('is the same for the same show, and differs between shows', () => {
    const [id = ''] = ids;
    expect(planShowTimeline({ id, date }, pack)).toEqual(timelines[0]);
    const openers = timelines.map(([opener]) => opener?.kind === 'song' && opener.song);
    expect(new Set(openers).size).toBeGreaterThan(20);
  });

  it('has a song within two minutes at any time of a set, and ends within the hour', () => {
    for (const steps of timelines) {
      const times = [date.getTime(), ...steps.map(({ time }) => time)];
      const waits = times.slice(1).map((time, n) => time - (times[n] ?? 0));
      const setWaits = waits.filter((_, n) => steps[n - 1]?.kind !== 'break');
      expect(Math.min(...waits)).toBeGreaterThanOrEqual(60 * SECOND);
      expect(Math.max(...setWaits)).toBeLessThanOrEqual(160 * SECOND);
      expect(Math.max(...waits)).toBeLessThanOrEqual(4 * MINUTE);
      expect(steps.at(-1)).toMatchObject({ kind: 'end' });
      expect(steps.at(-1)?.time).toBeLessThan(date.getTime() + 58 * MINUTE);
    }
  });

  it('looks like a show of the band: 15 to 29 different songs, a set break, closers', () => {
    for (const steps of timelines) {
      const songs = steps.filter((step) => step.kind === 'song');
      expect(songs.length).toBeGreaterThanOrEqual(15);
      expect(songs.length).toBeLessThanOrEqual(29);
      expect(new Set(songs.map(({ song }) => song)).size).toBe(songs.length);
      expect(songs.some(({ isCloser }) => isCloser)).toBe(true);
    }
    const withSetBreak = timelines.filter((steps) =>
      steps.some((step) => step.kind === 'break' && step.breakAfter === 'set'),
    );
    expect(withSetBreak.length / timelines.length).toBeGreaterThan(0.9);
  });
});

it('lets more than half of the fans predict a show, all of them before it locks', () => {
  const fans = ids.slice(1, 201);
  const show = { id: ids[0] ?? '', date, locksAt: new Date(date.getTime() - 5 * MINUTE) };
  const submissions = planSubmissions(show, fans);
  expect(submissions.length / fans.length).toBeGreaterThan(0.5);
  expect(submissions.length / fans.length).toBeLessThan(0.8);
  const times = submissions.map(({ time }) => time);
  expect(Math.max(...times)).toBeLessThan(show.locksAt.getTime());
  expect(Math.min(...times)).toBeGreaterThan(show.locksAt.getTime() - 7 * HOUR);
  expect(planSubmissions(show, fans)).toEqual(submissions);
});
