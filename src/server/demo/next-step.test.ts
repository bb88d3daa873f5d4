import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '#contract/durations.ts';
import { acceptsPredictions } from '#contract/show-lock.ts';
import { loadBandPack } from '../catalog/band-pack/band-pack.ts';
import { projectFile } from '../project-files.ts';
import {
  ABANDONED_MS,
  type DemoShow,
  decidePlay,
  decideSchedule,
  findLiveShow,
  KEPT_SHOWS,
} from './next-step.ts';
import { planShows, readResidency } from './residency.ts';
import { planShowTimeline, type TimelineStep } from './show-timeline.ts';

const folder = fileURLToPath(projectFile('bands/lantern'));
const pack = await loadBandPack(folder);
const residency = await readResidency(folder);
if (!residency) throw new Error('The demo has no residency.');
const songKeys = new Set(pack.songs.map(({ key }) => key));
const TICK_MS = MINUTE;
const START = Date.parse('2026-11-26T14:20:00Z');

const plans = new Map<string, TimelineStep[]>();
const getPlan = (show: DemoShow) => {
  const plan = plans.get(show.id) ?? planShowTimeline(show, pack);
  plans.set(show.id, plan);
  return plan;
};

type SimulatedShow = DemoShow & {
  locksAt: Date | null;
  arePredictionsFrozen: boolean;
  rows: { song: string; breakAfter: 'set' | 'encore' | null; playedAt: number }[];
};

let now: number;
let shows: SimulatedShow[];
let deletedIds: Set<string>;
let removedIds: string[];

beforeEach(() => {
  now = START;
  shows = [];
  deletedIds = new Set();
  removedIds = [];
});

const listByDate = () => shows.toSorted((a, b) => +a.date - +b.date);
const findLive = () => findLiveShow(shows) as SimulatedShow | undefined;
const find = (show: DemoShow) => shows.find(({ id }) => id === show.id) as SimulatedShow;
const listOpenShows = () => shows.filter((show) => acceptsPredictions(show, now));

function addShow(date: number, fields: Partial<SimulatedShow> = {}): SimulatedShow {
  const id = `00000000-0000-8000-a000-${String(shows.length).padStart(12, '0')}`;
  const show: SimulatedShow = {
    ...{ id, status: 'open', takenOverAt: null, date: new Date(date), rows: [] },
    ...{ locksAt: null, arePredictionsFrozen: false },
    ...fields,
  };
  shows.push(show);
  return show;
}

function playDueSteps(): void {
  for (;;) {
    const finished = listByDate()
      .filter(({ status }) => status === 'closed')
      .map(({ id }) => id);
    const planned = planShows(residency as NonNullable<typeof residency>, 'Band', now);
    const step = decideSchedule({ planned, shows, deletedIds, finished });
    if (!step) break;
    if (step.kind === 'schedule') {
      const { id, date, locksAt } = step.show;
      addShow(date.getTime(), { id, locksAt });
    } else {
      shows = shows.filter(({ id }) => id !== step.showId);
      removedIds.push(step.showId);
    }
  }
  for (;;) {
    const setlist = findLive()?.rows ?? [];
    const state = { shows: listByDate(), setlist, songs: songKeys, planShowTimeline: getPlan };
    const playStep = decidePlay(state, now);
    if (!playStep) break;
    const show = find(playStep.show);
    if (playStep.kind === 'go-live') show.status = 'live';
    else if (playStep.kind === 'close') show.status = 'closed';
    else if (playStep.step.kind === 'song')
      show.rows.push({ song: playStep.step.song, breakAfter: null, playedAt: playStep.step.time });
    else Object.assign(show.rows.at(-1) ?? {}, { breakAfter: playStep.step.breakAfter });
  }
}

function playUntil(end: number, check: () => void = () => undefined): void {
  for (; now <= end; now += TICK_MS) {
    playDueSteps();
    check();
  }
}

describe('a day of the demo', () => {
  it('has one live show or waits for the next, always has open shows, and never plays ahead of the clock', () => {
    const tourShow = addShow(START + 9 * HOUR + 10 * MINUTE);
    const violations: string[] = [];
    const waits: number[] = [];
    playUntil(START + DAY, () => {
      const time = new Date(now).toISOString();
      const liveCount = shows.filter(({ status }) => status === 'live').length;
      if (liveCount > 1) violations.push(`${time}: ${liveCount} live shows`);
      const openCount = listOpenShows().length;
      if (openCount < 4) violations.push(`${time}: ${openCount} open shows`);
      const next = listByDate().find(({ status }) => status === 'open');
      if (liveCount === 0) waits.push(Number(next?.date) - now);
      const times = shows
        .filter(({ status }) => status !== 'open')
        .flatMap(({ date, rows }) => [+date, rows.at(-1)?.playedAt ?? 0]);
      if (Math.max(...times) > now) violations.push(`${time}: a time in the future`);
    });
    expect(violations).toEqual([]);
    expect(Math.max(...waits)).toBeLessThan(HOUR);
    const shortWaits = waits.filter((wait) => wait < 30 * MINUTE);
    expect(shortWaits.length / waits.length).toBeGreaterThan(0.9);
    expect(waits.length * TICK_MS).toBeLessThan(DAY / 2);
    expect(shows.filter(({ status }) => status === 'closed').length).toBeGreaterThan(20);
    expect(find(tourShow).status).toBe('closed');
    const starts = listByDate().map(({ date }) => date.getTime());
    const gaps = starts.slice(1).map((start, n) => start - (starts[n] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(HOUR);
  });

  it('keeps a week of results', () => {
    for (let n = 1; n <= KEPT_SHOWS + 2; n += 1)
      addShow(START - n * HOUR, { status: 'closed', id: `old-${n}` });
    playDueSteps();
    expect(removedIds.slice(0, 2)).toEqual([`old-${KEPT_SHOWS + 2}`, `old-${KEPT_SHOWS + 1}`]);
    expect(shows.filter(({ status }) => status === 'closed').length).toBe(KEPT_SHOWS);
  });

  it('catches up after downtime, one show at a time', () => {
    playDueSteps();
    const songsBefore = findLive()?.rows.length;
    now += 3 * HOUR;
    playDueSteps();
    expect(songsBefore).toBeGreaterThan(7);
    expect(listByDate().map(({ status }) => status)).toEqual([
      ...['closed', 'closed', 'closed', 'live'],
      ...Array.from({ length: 6 }, () => 'open'),
    ]);
    for (const show of shows.filter(({ status }) => status === 'closed')) {
      const end = getPlan(show).at(-1)?.time ?? 0;
      expect(show.rows.at(-1)?.playedAt).toBeLessThan(end);
    }
  });
});

describe('a show that a person has changed', () => {
  it('stays live until the person has left it alone for a while, and then closes', () => {
    playDueSteps();
    const show = findLive();
    if (!show) throw new Error('No show is live.');
    show.takenOverAt = new Date(now);
    const rows = show.rows.length;
    playUntil(now + ABANDONED_MS - MINUTE);
    expect([show.status, show.rows.length]).toEqual(['live', rows]);
    now += 2 * MINUTE;
    playDueSteps();
    expect([show.status, show.rows.length]).toEqual(['closed', rows]);
  });

  it('stays the only live show even when the next one is due', () => {
    playDueSteps();
    const show = findLive();
    if (!show) throw new Error('No show is live.');
    now = START + HOUR;
    show.takenOverAt = new Date(now);
    playDueSteps();
    expect(shows.filter(({ status }) => status === 'live')).toEqual([show]);
  });

  it('stays open after the person reopens it, and deleted after they delete it', () => {
    playDueSteps();
    const [current, next] = listByDate();
    if (!current || !next) throw new Error('No shows are planned.');
    Object.assign(current, { status: 'open', takenOverAt: new Date(now) });
    shows = shows.filter(({ id }) => id !== next.id);
    deletedIds.add(next.id);
    playUntil(START + HOUR);
    expect(current.status).toBe('open');
    expect(shows.some(({ id }) => id === next.id)).toBe(false);
  });
});

it('skips a deleted song and the break after it', () => {
  const show = { id: 'a0000000-0000-8000-a000-000000000000', date: new Date(START) };
  const plan = planShowTimeline(show, pack);
  const [opener, second] = plan.filter((step) => step.kind === 'song');
  const songs = new Set([...songKeys].filter((key) => key !== opener?.song));
  const liveShow: DemoShow = { ...show, status: 'live', takenOverAt: null };
  const state = { shows: [liveShow], setlist: [], songs, planShowTimeline: () => plan };
  expect(decidePlay(state, START + HOUR)).toMatchObject({ kind: 'play', step: second });
});
