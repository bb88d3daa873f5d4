import { expect, test } from 'vitest';
import { TOPICS, type Topic, WATCHED_TOPICS } from '#contract/freshness.ts';
import { isInterested } from './client.ts';

const fan = {
  ...{ userId: 'fan', isAdmin: false, isModerator: false, scribeOf: [] as string[] },
  watches: new Set<string>(),
};
const subjects = Object.keys(TOPICS).map((topic) => `${topic}:fan`);
const CLIENTS = {
  fan,
  watcher: { ...fan, userId: 'watcher', watches: new Set<string>(WATCHED_TOPICS) },
  subjectWatcher: { ...fan, userId: 'subjectWatcher', watches: new Set(subjects) },
  bystander: { ...fan, userId: 'bystander' },
  scribe: { ...fan, userId: 'scribe', scribeOf: ['fan'] },
  otherScribe: { ...fan, userId: 'other scribe', scribeOf: ['another show'] },
  moderator: { ...fan, userId: 'moderator', isModerator: true },
  administrator: { ...fan, userId: 'administrator', isAdmin: true },
};

const RECIPIENTS = {
  everyone: Object.keys(CLIENTS),
  watchers: ['watcher'],
  'subject watchers': ['subjectWatcher'],
  owner: ['fan'],
  'owner and administrators': ['fan', 'administrator'],
  moderators: ['moderator', 'administrator'],
  'administrators and scribes': ['scribe', 'administrator'],
  administrators: ['administrator'],
  'server only': [],
};

test.each(Object.keys(TOPICS) as Topic[])(
  'sends a change of the topic %s to its audience',
  (topic) => {
    const recipients = Object.entries(CLIENTS).filter(([, client]) =>
      isInterested(client, { topic, subjectId: 'fan', version: 1 }),
    );
    expect(recipients.map(([name]) => name)).toEqual(RECIPIENTS[TOPICS[topic].audience]);
  },
);

test('sends a client only the topic that it watches', () => {
  const watches = new Set<Topic>(['thread']);
  const recipients = WATCHED_TOPICS.filter((topic) =>
    isInterested({ ...fan, watches }, { topic, subjectId: 'fan', version: 1 }),
  );
  expect(recipients).toEqual(['thread']);
});

test.each(['account', 'prediction', 'sessions'] as const)(
  'sends a change of the topic %s without a subject to every user',
  (topic) => {
    const change = { topic, subjectId: null, version: 1 };
    expect(isInterested(CLIENTS.administrator, change)).toBe(true);
    expect(isInterested(fan, change)).toBe(true);
  },
);

test.each(['audit', 'backup', 'import', 'importKey', 'proposal'] as const)(
  'sends a change of the topic %s to administrators only',
  (topic) => {
    const change = { topic, subjectId: null, version: 1 };
    const recipients = Object.entries(CLIENTS).filter(([, client]) => isInterested(client, change));
    expect(recipients.map(([name]) => name)).toEqual(['administrator']);
  },
);
