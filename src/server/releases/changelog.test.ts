import { expect, test } from 'vitest';
import { readVersion } from '../project-files.ts';
import { formatChangesSince, parseChangelog, readChangelog } from './changelog.ts';

const CHANGELOG = `# Changelog

Written by hand.

## [Unreleased]

- Not yet.

## [0.10.0] - 2027-02-01

Update in two steps.

### For fans

- Read the \`recap\` of a
  tour: see [the docs](docs/recaps.md).
- Second.

## [0.9.1] - 2027-01-01

- A fix.
`;

test('reads the released versions with their sections as plain text', () => {
  expect(parseChangelog(CHANGELOG)).toEqual([
    {
      version: '0.10.0',
      date: '2027-02-01',
      sections: [
        { title: null, items: ['Update in two steps.'] },
        { title: 'For fans', items: ['Read the recap of a tour: see the docs.', 'Second.'] },
      ],
    },
    { version: '0.9.1', date: '2027-01-01', sections: [{ title: null, items: ['A fix.'] }] },
  ]);
});

test('formats only the versions after the given one, by number', () => {
  const text = formatChangesSince('0.9.1', parseChangelog(CHANGELOG));
  expect(text).toBe(
    'New in 0.10.0 (2027-02-01):\n- Update in two steps.\nFor fans:\n- Read the recap of a tour: see the docs.\n- Second.',
  );
  expect(formatChangesSince('0.10.0', parseChangelog(CHANGELOG))).toBe('');
});

test('CHANGELOG.md describes this version first', () => {
  expect(readChangelog()[0]?.version).toBe(readVersion());
});
