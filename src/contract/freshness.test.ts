import { describe, expect, test } from 'vitest';
import {
  affects,
  type Concern,
  type Dependency,
  resolveConcerns,
  WATCHED_TOPICS,
} from './freshness.ts';

describe('resolveConcerns', () => {
  const params = { id: 'A-SHOW', other: 'b' };

  test.each<[Dependency, Concern]>([
    ['song', { topic: 'song', subjectId: null }],
    ['setlist:{id}', { topic: 'setlist', subjectId: 'a-show' }],
    ['show:{other}', { topic: 'show', subjectId: 'b' }],
    ['prediction:{me}', { topic: 'prediction', subjectId: 'fan' }],
    // A parameter missing from the path means any subject.
    ['thread:{absent}', { topic: 'thread', subjectId: null }],
  ])('resolves %s to %j', (dependency, concern) => {
    expect(resolveConcerns({ dependsOn: [dependency] }, params, 'FAN')).toEqual([concern]);
  });

  test('resolves a missing declaration to no concerns, and {me} without a user to any subject', () => {
    expect(resolveConcerns({})).toEqual([]);
    expect(resolveConcerns({ dependsOn: ['account:{me}'] })).toEqual([
      { topic: 'account', subjectId: null },
    ]);
  });
});

test.each<[string, Concern, Concern, boolean]>([
  ['the same subject', { topic: 'song', subjectId: 'a' }, { topic: 'song', subjectId: 'a' }, true],
  ['another subject', { topic: 'song', subjectId: 'a' }, { topic: 'song', subjectId: 'b' }, false],
  [
    'one subject of any',
    { topic: 'song', subjectId: 'a' },
    { topic: 'song', subjectId: null },
    true,
  ],
  [
    'any subject of one',
    { topic: 'song', subjectId: null },
    { topic: 'song', subjectId: 'a' },
    true,
  ],
  ['another topic', { topic: 'song', subjectId: 'a' }, { topic: 'show', subjectId: 'a' }, false],
  [
    'another topic as a whole',
    { topic: 'song', subjectId: null },
    { topic: 'show', subjectId: null },
    false,
  ],
])('compares a change with %s', (_what, change, concern, isAffected) => {
  expect(affects(change, concern)).toBe(isAffected);
});

test('sends only the topics that few pages show to watchers', () => {
  expect(WATCHED_TOPICS).toEqual([
    'credits',
    'entrants',
    'privacy',
    'profile',
    'thread',
    'newPost',
    'league',
    'leagueTalk',
  ]);
});
