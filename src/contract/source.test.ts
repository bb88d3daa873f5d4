import { describe, expect, test } from 'vitest';
import { addSetlistSongBody, SOURCE_INVALID, SOURCE_MAX } from './setlists.ts';
import { findSourceLink, isSource } from './source.ts';

describe('isSource', () => {
  test.each([
    null,
    undefined,
    '',
    'Row 3, left of the taper',
    'Heard by Ada: the bridge was missing',
    '12:30 stream',
    'https://archive.example/shows/7?song=2#t',
    'HTTP://example.com',
  ])('accepts %j', (text) => {
    expect(isSource(text)).toBe(true);
  });

  test.each([
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'data:text/html,x',
    'ftp://example.com/show',
    'https://',
    'https:// example.com',
    'https:/example.com',
    'https://example.com is the source',
  ])('rejects %j', (text) => {
    expect(isSource(text)).toBe(false);
  });
});

test.each([
  ['https://example.com/a', 'https://example.com/a'],
  ['see https://example.com/a', undefined],
  ['javascript:https://example.com', undefined],
])('finds the link of %j: %j', (text, link) => {
  expect(findSourceLink(text)).toBe(link);
});

test('limits the length of a source, and stores an empty one as null', () => {
  const songId = '5a1c3d1e-0000-4000-8000-000000000000';
  const parse = (source: string) => addSetlistSongBody.safeParse({ songId, source });
  expect(parse(' ').data?.source).toBeNull();
  expect(parse(' Row 3 ').data?.source).toBe('Row 3');
  expect(parse('x'.repeat(SOURCE_MAX)).success).toBe(true);
  expect(parse('x'.repeat(SOURCE_MAX + 1)).success).toBe(false);
  expect(parse('javascript:1').error?.issues[0]?.message).toBe(SOURCE_INVALID);
  expect(addSetlistSongBody.parse({ songId }).source).toBeUndefined();
});
