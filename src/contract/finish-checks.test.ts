import { expect, test } from 'vitest';
import { listFinishChecks } from './finish-checks.ts';

const createSong = (title: string, isCloser = false, setLabel: string | null = 'Set 1') => ({
  isCloser,
  setLabel,
  song: { id: title, title },
});

test.each([
  [
    'no songs',
    [],
    { from: 1, to: 3 },
    ['- No song is marked as closer', '- No encore', '- 0 songs; nearly all shows have 1 to 3'],
  ],
  [
    'a closer and an encore',
    [createSong('Ember'), createSong('Gale', true), createSong('Isle', true, 'Encore')],
    { from: 3, to: 4 },
    ['+ Closer: “Gale”, “Isle”', '+ Encore: 1 song', '+ 3 songs'],
  ],
  [
    'more songs than usual',
    [
      createSong('Ember'),
      createSong('Gale'),
      createSong('Isle', true, 'Encore 2'),
      createSong('Fathom', false, 'Encore'),
    ],
    { from: 1, to: 3 },
    ['+ Closer: “Isle”', '+ Encore: 2 songs', '- 4 songs; nearly all shows have 1 to 3'],
  ],
  [
    'one song and no known typical length',
    [createSong('Ember', true)],
    undefined,
    ['+ Closer: “Ember”', '- No encore', '+ 1 song'],
  ],
])('checks a setlist with %s', (_what, rows, typicalLength, expected) => {
  const lines = listFinishChecks(rows, typicalLength).map(
    ({ isFine, text }) => `${isFine ? '+' : '-'} ${text}`,
  );
  expect(lines).toEqual(expected);
});

test('counts unsent changes and lists each rejected song once', () => {
  const listTexts = (unsentCount: number, ...rejectedTitles: string[]) =>
    listFinishChecks([], undefined, { unsentCount, rejectedTitles })
      .slice(3)
      .map(({ isFine, text }) => `${isFine ? '+' : '-'} ${text}`);
  expect(listTexts(0)).toEqual([]);
  expect(listTexts(1)).toEqual(['- 1 change is not sent yet']);
  expect(listTexts(2, 'Ember', 'Gale', 'Ember')).toEqual([
    '- 2 changes are not sent yet',
    '- Rejected, not yet resolved: “Ember”, “Gale”',
  ]);
});
