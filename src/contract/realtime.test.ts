import { expect, test } from 'vitest';
import { TOPICS, type Topic } from './freshness.ts';
import { refetchSpread, serverMessage, toChanges, toMessage } from './realtime.ts';

test.each([
  [0, 50],
  [1_000, 150],
  [2_000, 250],
  [5_000, 1_600],
  [100_000, 2_000],
])('spreads the refetches of %i sockets over %i ms', (audience, ms) => {
  expect(refetchSpread(audience)).toBe(ms);
});

test.each<[Topic, string]>([
  ['show', 'show:status'],
  ['setlist', 'setlist:update'],
  ['standings', 'scores:update'],
  ['totals', 'scores:update'],
])('announces the topic %s of a show with the event %s', (topic, event) => {
  expect(toMessage({ topic, subjectId: 's', version: 7 }, 12)).toEqual({
    event,
    data: { showId: 's', version: 7, audience: 12 },
  });
});

test.each<[Topic, string | null]>([
  ['thread', 't'],
  ['song', null],
  ['setlist', null],
])('announces the topic %s of %s with topic:update', (topic, subjectId) => {
  expect(toMessage({ topic, subjectId, version: 7 }, 12)).toEqual({
    event: 'topic:update',
    data: { topic, subjectId, version: 7, audience: 12 },
  });
});

const topics = Object.keys(TOPICS) as Topic[];

test.each(topics)('parses the announced topic %s back from its message', (topic) => {
  for (const subjectId of ['s', null]) {
    const message = toMessage({ topic, subjectId, version: 7 }, 12);
    expect(serverMessage.parse(message)).toEqual(message);
    expect(toChanges(message)).toContainEqual({ topic, subjectId, version: 7 });
  }
});

test('an event of the specification names only its own topics', () => {
  expect(toChanges(toMessage({ topic: 'setlist', subjectId: 's', version: 7 }, 12))).toEqual([
    { topic: 'setlist', subjectId: 's', version: 7 },
  ]);
  expect(toChanges(toMessage({ topic: 'totals', subjectId: 's', version: 7 }, 12))).toEqual([
    { topic: 'standings', subjectId: 's', version: 7 },
    { topic: 'totals', subjectId: 's', version: 7 },
  ]);
});
