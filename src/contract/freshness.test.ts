import { describe, expect, test } from 'vitest';
import { type Concern, concernsOf, type Dependency, touches, WATCHED_TOPICS } from './freshness.ts';

describe('what the answer to a call depends on', () => {
  const params = { id: 'A-SHOW', other: 'b' };

  test.each<[Dependency, Concern]>([
    ['song', { topic: 'song', subjectId: null }],
    ['setlist:{id}', { topic: 'setlist', subjectId: 'a-show' }],
    ['show:{other}', { topic: 'show', subjectId: 'b' }],
    ['prediction:{me}', { topic: 'prediction', subjectId: 'fan' }],
    // An address without that parameter is every one's.
    ['thread:{absent}', { topic: 'thread', subjectId: null }],
  ])('%s is %j', (dependency, concern) => {
    expect(concernsOf({ dependsOn: [dependency] }, params, 'FAN')).toEqual([concern]);
  });

  test('is nothing where nothing is declared, and of anybody where nobody is known to ask', () => {
    expect(concernsOf({})).toEqual([]);
    expect(concernsOf({ dependsOn: ['account:{me}'] })).toEqual([
      { topic: 'account', subjectId: null },
    ]);
  });
});

test.each<[string, Concern, Concern, boolean]>([
  ['the same one', { topic: 'song', subjectId: 'a' }, { topic: 'song', subjectId: 'a' }, true],
  ['another', { topic: 'song', subjectId: 'a' }, { topic: 'song', subjectId: 'b' }, false],
  ['all', { topic: 'song', subjectId: 'a' }, { topic: 'song', subjectId: null }, true],
  ['one, by all', { topic: 'song', subjectId: null }, { topic: 'song', subjectId: 'a' }, true],
  ['another topic', { topic: 'song', subjectId: 'a' }, { topic: 'show', subjectId: 'a' }, false],
  ['all else', { topic: 'song', subjectId: null }, { topic: 'show', subjectId: null }, false],
])('a change touches %s', (_what, change, on, does) => {
  expect(touches(change, on)).toBe(does);
});

test('most pages show neither threads nor entrants: only these are told to who asked for it', () => {
  expect(WATCHED_TOPICS).toEqual(['entrants', 'thread']);
});
