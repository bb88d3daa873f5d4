import { MINUTE, SECOND } from '#contract/durations.ts';
import type { Break } from '#contract/setlists.ts';
import type { BandPack } from '../catalog/band-pack/band-pack.ts';
import type { PackShow } from '../catalog/band-pack/check-tables.ts';
import { createRandomFromIds, type Random } from './random.ts';

/** Shorter than real songs: a visitor sees the next one within two minutes. */
const SONG_MS = { min: 60 * SECOND, max: 100 * SECOND };
const OPENER_DELAY_MS = 90 * SECOND;
const BREAK_MS: Record<Break, number> = { set: 4 * MINUTE, encore: 75 * SECOND };
const APPLAUSE_MS = MINUTE;
const RECENT_SHOWS = 60;
const REPLACED_SHARE = 1 / 3;

/** `song` and `after` are keys of the band pack. `time` is in epoch milliseconds. */
export type TimelineStep = { time: number } & (
  | { kind: 'song'; song: string; setLabel: string | null; isCloser: boolean }
  | { kind: 'break'; after: string; breakAfter: Break }
  | { kind: 'end' }
);

type PlannedSong = Pick<PackShow['setlist'][number], 'song' | 'setLabel' | 'isCloser'>;

/** The same show always gets the same timeline. The pack must have a setlist. */
export function planShowTimeline(show: { id: string; date: Date }, pack: BandPack): TimelineStep[] {
  const random = createRandomFromIds(show.id);
  const setlist = inventSetlist(pack, random);
  const steps: TimelineStep[] = [];
  let time = show.date.getTime() + OPENER_DELAY_MS;
  for (const [index, { song, setLabel, isCloser }] of setlist.entries()) {
    steps.push({ kind: 'song', time, song, setLabel, isCloser });
    time += SONG_MS.min + random() * (SONG_MS.max - SONG_MS.min);
    const nextLabel = setlist[index + 1]?.setLabel ?? setLabel;
    if (nextLabel === setLabel) continue;
    const breakAfter = nextLabel?.startsWith('Encore') ? 'encore' : 'set';
    steps.push({ kind: 'break', time, after: song, breakAfter });
    time += BREAK_MS[breakAfter];
  }
  return [...steps, { kind: 'end', time: time + APPLAUSE_MS }];
}

function inventSetlist({ shows }: BandPack, random: Random): PlannedSong[] {
  const recentSetlists = shows
    .filter(({ setlist }) => setlist.length > 0)
    .toSorted((a, b) => Number(a.day) - Number(b.day))
    .slice(-RECENT_SHOWS)
    .map(({ setlist }) => setlist);
  const setlist = recentSetlists[Math.floor(random() * recentSetlists.length)];
  if (!setlist) throw new Error('The band pack has no setlist to imitate.');
  const otherSongs = recentSetlists.flat().map(({ song }) => song);
  const usedSongs = new Set(setlist.map(({ song }) => song));
  return setlist.map(({ song, setLabel, isCloser }) => {
    const otherSong = otherSongs[Math.floor(random() * otherSongs.length)];
    const isReplaced = random() < REPLACED_SHARE;
    if (!otherSong || !isReplaced || usedSongs.has(otherSong)) return { song, setLabel, isCloser };
    usedSongs.add(otherSong);
    return { song: otherSong, setLabel, isCloser };
  });
}
