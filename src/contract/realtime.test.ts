import { expect, test } from 'vitest';
import { TOPICS, type Topic } from './freshness.ts';
import { changedBy, messageOf, refetchSpread, serverMessage } from './realtime.ts';

test.each([
  [0, 50],
  [1_000, 150],
  [2_000, 250],
  [5_000, 1_600],
  [100_000, 2_000],
])('of %i who are told, the last asks again after %i ms', (audience, ms) => {
  expect(refetchSpread(audience)).toBe(ms);
});

test.each<[Topic, string]>([
  ['show', 'show:status'],
  ['setlist', 'setlist:update'],
  ['standings', 'scores:update'],
  ['totals', 'scores:update'],
])('a change of the topic %s of a show goes by the event %s, with the show', (topic, event) => {
  expect(messageOf({ topic, subjectId: 's', version: 7 }, 12)).toEqual({
    event,
    data: { showId: 's', version: 7, audience: 12 },
  });
});

test.each<[Topic, string | null]>([
  ['thread', 't'],
  ['song', null],
  ['setlist', null],
])('a change of the topic %s of %s goes by our own event', (topic, subjectId) => {
  expect(messageOf({ topic, subjectId, version: 7 }, 12)).toEqual({
    event: 'topic:update',
    data: { topic, subjectId, version: 7, audience: 12 },
  });
});

const topics = Object.keys(TOPICS) as Topic[];

test.each(topics)('whoever hears of a change of the topic %s knows what it was', (topic) => {
  for (const subjectId of ['s', null]) {
    const message = messageOf({ topic, subjectId, version: 7 }, 12);
    expect(serverMessage.parse(message)).toEqual(message);
    expect(changedBy(message)).toContainEqual({ topic, subjectId, version: 7 });
  }
});

test('an event of the specification says no more than its own topics', () => {
  expect(changedBy(messageOf({ topic: 'setlist', subjectId: 's', version: 7 }, 12))).toEqual([
    { topic: 'setlist', subjectId: 's', version: 7 },
  ]);
  expect(changedBy(messageOf({ topic: 'totals', subjectId: 's', version: 7 }, 12))).toEqual([
    { topic: 'standings', subjectId: 's', version: 7 },
    { topic: 'totals', subjectId: 's', version: 7 },
  ]);
});
