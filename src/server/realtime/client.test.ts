import { expect, test } from 'vitest';
import { TOPICS, type Topic, WATCHED_TOPICS } from '#contract/freshness.ts';
import { isInterested } from './client.ts';

const fan = { userId: 'fan', isAdmin: false, watches: new Set<Topic>() };
const WHO = {
  fan,
  watcher: { ...fan, userId: 'watcher', watches: new Set(WATCHED_TOPICS) },
  bystander: { ...fan, userId: 'bystander' },
  administrator: { ...fan, userId: 'administrator', isAdmin: true },
};

/** Who of them is told of a change whose subject is the fan. */
const TOLD = {
  everyone: ['fan', 'watcher', 'bystander', 'administrator'],
  watchers: ['watcher'],
  owner: ['fan'],
  'owner and administrators': ['fan', 'administrator'],
  administrators: ['administrator'],
  nobody: [],
};

test.each(Object.keys(TOPICS) as Topic[])(
  'a change of the topic %s is told to its audience',
  (topic) => {
    const told = Object.entries(WHO).filter(([, one]) =>
      isInterested(one, { topic, subjectId: 'fan', version: 1 }),
    );
    expect(told.map(([name]) => name)).toEqual(TOLD[TOPICS[topic].told]);
  },
);

test('whoever watches one topic is told of no other', () => {
  const watches = new Set<Topic>(['thread']);
  const told = WATCHED_TOPICS.filter((topic) =>
    isInterested({ ...fan, watches }, { topic, subjectId: 'fan', version: 1 }),
  );
  expect(told).toEqual(['thread']);
});

test.each(['account', 'prediction', 'sessions'] as const)(
  'a change that may be of any %s is told to whoever has one',
  (topic) => {
    const change = { topic, subjectId: null, version: 1 };
    expect(isInterested(WHO.administrator, change)).toBe(true);
    expect(isInterested(fan, change)).toBe(true);
  },
);

test.each(['audit', 'backup', 'import', 'importKey', 'proposal'] as const)(
  'a change of any %s is told to administrators alone',
  (topic) => {
    const change = { topic, subjectId: null, version: 1 };
    const told = Object.entries(WHO).filter(([, one]) => isInterested(one, change));
    expect(told.map(([name]) => name)).toEqual(['administrator']);
  },
);
