import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PlayedRow, SongPick } from './scoring.ts';
import { calculateLead, listSongSwings, type SongSwing, type Spot } from './song-swings.ts';

/** 'a - b' means picks at positions 1 and 3. */
function parsePicks(text: string): SongPick[] {
  return text
    .split(' ')
    .map((songId, index) => ({ songId, position: index + 1 }))
    .filter(({ songId }) => songId !== '-' && songId !== '');
}

function parseRows(text: string): PlayedRow[] {
  return parsePicks(text).map((row) => ({ ...row, isCloser: false }));
}

function formatSpot(spot: Spot) {
  if (spot === 'any') return spot;
  return 'position' in spot ? spot.position : ['closer', ...spot.closerExcept].join('-');
}

/** 'b@2 +27!' means that b gains 27 points as song 2, which passes the rival. */
const formatSwing = ({ songId, spot, gain, passes }: SongSwing) =>
  `${songId}@${formatSpot(spot)} +${gain}${passes ? '!' : ''}`;

describe('listSongSwings', () => {
  test.each<[what: string, picks: string, rival: string, played: string, swings: string[]]>([
    ['passes a tied rival anywhere', 'x b c', 'x y z', 'x', ['b@any +10!', 'c@any +10!']],
    ['passes only as a closer', 'a b c', 'a r s', 'x r', ['c@closer +41!', 'b@any +10']],
    ['passes as the next song and in its spot', '- - b c', 'r s', 'q r', ['b@3 +27!', 'c@4 +27!']],
    ['gains on a rival with the song elsewhere', 'q - b - z', 'q b - - z', 'q r', ['b@3 +17!']],
    ['ignores a song that affects both equally', 'b c', 'b c', 'q', []],
    ['passes as a closer elsewhere', 'x c', 'x r - c s', 'x r', ['c@closer-4 +31!']],
    ['passes no rival who is behind', 'a b c', 'x b r', 'a', ['c@closer +41']],
    ['ignores a song that has its best points', 'a', 'x', 'a', []],
  ])('%s', (_what, picks, rival, played, swings) => {
    const list = listSongSwings(parsePicks(picks), parsePicks(rival), parseRows(played), 6);
    expect(list.map(formatSwing)).toEqual(swings);
  });

  test('lists a song if and only if it gains points somewhere, with the right spot and gain', () => {
    fc.assert(
      fc.property(shows, ({ fan, rival, rows, remaining }) => {
        const swings = listSongSwings(fan, rival, rows, rows.length + remaining);
        const lead = calculateLead(fan, rival, rows);
        for (const { songId } of fan) {
          const plays = listPlays(songId, rows, remaining).map(({ added, setlist }) => ({
            added,
            gain: calculateLead(fan, rival, setlist) - lead,
          }));
          const highest = Math.max(...plays.map(({ gain }) => gain));
          const swing = swings.find((candidate) => candidate.songId === songId);
          expect(swing !== undefined).toBe(highest > 0);
          if (!swing) continue;
          expect(swing.passes).toBe(lead <= 0 && lead + highest > 0);
          const gains = plays
            .filter(({ added }) => matchesSpot(added, swing.spot))
            .map(({ gain }) => gain);
          expect(swing.gain).toBe(Math.min(...gains));
          expect(swing.passes ? lead + swing.gain > 0 : swing.gain === highest).toBe(true);
        }
        const passes = swings.map((swing) => swing.passes);
        expect(passes).toEqual(passes.toSorted((a, b) => Number(b) - Number(a)));
      }),
      { numRuns: 1_000 },
    );
  });
});

const sheet = fc
  .shuffledSubarray(['a', 'b', 'c', 'd', 'e'], { minLength: 1, maxLength: 4 })
  .chain((songs) =>
    fc
      .shuffledSubarray([1, 2, 3, 4, 5, 6], { minLength: songs.length, maxLength: songs.length })
      .map((positions) =>
        songs.map((songId, index) => ({ songId, position: positions[index] ?? 0 })),
      ),
  );
const shows = fc.record({
  fan: sheet,
  rival: sheet,
  rows: fc
    .array(fc.record({ songId: fc.constantFrom('a', 'b', 'c', 'x'), isCloser: fc.boolean() }), {
      maxLength: 4,
    })
    .map((rows) => rows.map((row, index) => ({ ...row, position: index + 1 }))),
  remaining: fc.integer({ min: 1, max: 4 }),
});

/** Plays the song in each remaining row, after songs that no fan picked. */
function listPlays(songId: string, rows: readonly PlayedRow[], remaining: number) {
  return Array.from({ length: remaining }, (_, between) =>
    [false, true].map((isCloser) => {
      const others = Array.from({ length: between }, (_unused, n) => ({
        ...{ songId: `other ${n}`, position: rows.length + 1 + n, isCloser: false },
      }));
      const added = { songId, position: rows.length + between + 1, isCloser };
      return { added, setlist: [...rows, ...others, added] };
    }),
  ).flat();
}

function matchesSpot({ position, isCloser }: PlayedRow, spot: Spot): boolean {
  if (spot === 'any') return true;
  if ('position' in spot) return position === spot.position && !isCloser;
  return isCloser && !spot.closerExcept.includes(position);
}
