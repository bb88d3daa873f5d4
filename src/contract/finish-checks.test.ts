import { expect, test } from 'vitest';
import { finishChecks } from './finish-checks.ts';

const song = (title: string, isCloser = false, setLabel: string | null = 'Set 1') => ({
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
    [song('Ember'), song('Gale', true), song('Isle', true, 'Encore')],
    { from: 3, to: 4 },
    ['+ Closer: “Gale”, “Isle”', '+ Encore: 1 song', '+ 3 songs'],
  ],
  [
    'more songs than usual',
    [song('Ember'), song('Gale'), song('Isle', true, 'Encore 2'), song('Fathom', false, 'Encore')],
    { from: 1, to: 3 },
    ['+ Closer: “Isle”', '+ Encore: 2 songs', '- 4 songs; nearly all shows have 1 to 3'],
  ],
  [
    'one song and no known usual length',
    [song('Ember', true)],
    undefined,
    ['+ Closer: “Ember”', '- No encore', '+ 1 song'],
  ],
])('checks a setlist with %s', (_what, rows, usual, expected) => {
  const lines = finishChecks(rows, usual).map(
    ({ isFine, text }) => `${isFine ? '+' : '-'} ${text}`,
  );
  expect(lines).toEqual(expected);
});

test('counts unsent changes and lists each refused song once', () => {
  const textsOf = (unsent: number, ...refused: string[]) =>
    finishChecks([], undefined, { unsent, refused })
      .slice(3)
      .map(({ isFine, text }) => `${isFine ? '+' : '-'} ${text}`);
  expect(textsOf(0)).toEqual([]);
  expect(textsOf(1)).toEqual(['- 1 change is not sent yet']);
  expect(textsOf(2, 'Ember', 'Gale', 'Ember')).toEqual([
    '- 2 changes are not sent yet',
    '- Refused, and not decided on: “Ember”, “Gale”',
  ]);
});
