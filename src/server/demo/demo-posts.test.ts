import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { MINUTE, SECOND } from '#contract/durations.ts';
import { projectFile } from '../project-files.ts';
import { planPosts } from './demo-posts.ts';
import { type Residency, readResidency } from './residency.ts';
import type { TimelineStep } from './show-timeline.ts';

const { talk } = (await readResidency(fileURLToPath(projectFile('bands/lantern')))) as Residency;

const show = { id: 'c0a8012e-0000-8000-a000-00000000d00d', date: new Date('2027-06-02T20:00:00Z') };
const toTime = (minutes: number) => show.date.getTime() + minutes * MINUTE;
const song = (minutes: number): TimelineStep => ({
  ...{ kind: 'song', time: toTime(minutes), song: `song-${minutes}` },
  ...{ setLabel: null, isCloser: false },
});
const steps: TimelineStep[] = [
  ...Array.from({ length: 12 }, (_, n) => song(2 * n + 2)),
  { kind: 'break', time: toTime(26), after: 'song-24', breakAfter: 'set' },
  song(30),
  { kind: 'end', time: toTime(32) },
];
const fans = ['ann', 'ben', 'cid'];

it('always plans the same posts for a show, from the doors to the last song, without repeating a line', () => {
  const posts = planPosts(show, steps, { talk, fans });
  expect(posts).toEqual(planPosts(show, steps, { talk, fans }));
  expect(posts.length).toBeGreaterThan(8);
  const texts = posts.map(({ content }) => content);
  expect(new Set(texts).size).toBe(texts.length);
  const findMoment = (text: string) => talk.find(({ content }) => content === text)?.after;
  expect([findMoment(texts[0] ?? ''), findMoment(texts.at(-1) ?? '')]).toEqual(['doors', 'end']);
  for (const post of posts) {
    expect(fans).toContain(post.userId);
    expect(post.time).toBeGreaterThan(toTime(-13));
    expect(post.time).toBeLessThan(toTime(32) + 100 * SECOND);
  }
});

it('plans no posts without fans', () => {
  expect(planPosts(show, steps, { talk, fans: [] })).toEqual([]);
});
