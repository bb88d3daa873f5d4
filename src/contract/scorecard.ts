import { canEditPrediction, type Prediction, type PredictionSong } from './predictions.ts';
import {
  indexSetlist,
  type Outcome,
  POINTS,
  type ScoredPick,
  type SongPick,
  scorePicks,
} from './scoring.ts';
import type { SetlistEntry } from './setlists.ts';
import { predictionsLockAt } from './show-lock.ts';
import { formatMissedPick, formatPlace, type Show } from './shows.ts';
import { formatInZone } from './venue-time.ts';

export interface CardRow {
  position: number;
  title: string;
  /** Null before anything is played. */
  score: Score | null;
}

type ScoredItem = { score: Pick<Score, 'points'> | null };

export interface ScoredRow extends CardRow {
  score: Score;
}

export interface Score {
  points: number;
  tone: Tone;
  badge: string;
  reason: string;
  /** The song played at this position. */
  actual: string | null;
}

export type Tone = 'special' | 'exact' | 'elsewhere' | 'missed';

export function getTone(outcome: Outcome): Tone {
  return OUTCOME_LABELS[outcome].tone;
}

const OUTCOME_LABELS = {
  Opener: { tone: 'special', badge: 'Opener' },
  Closer: { tone: 'special', badge: 'Closer' },
  'Correct spot': { tone: 'exact', badge: 'Correct' },
  'Wrong spot': { tone: 'elsewhere', badge: 'Wrong' },
  'Not played': { tone: 'missed', badge: 'Not played' },
} as const satisfies Record<Outcome, { tone: Tone; badge: string }>;

export function scoreRows(
  { songs: picks, show }: { songs: readonly PredictionSong[]; show: Pick<Show, 'status'> },
  setlist: readonly SetlistEntry[],
): ScoredRow[] {
  const titles = new Map(picks.map(({ id, title }) => [id, title]));
  const played = new Map(setlist.map(({ position, song }) => [position, song.title]));
  return scoredPicks(picks, setlist).map(({ songId, position, outcome, points }) => {
    const { tone, badge } = OUTCOME_LABELS[outcome];
    const missed = outcome === 'Not played' ? formatMissedPick(show) : undefined;
    const labels = { badge: missed ?? badge, reason: missed ?? outcome };
    const score = { points, tone, ...labels, actual: played.get(position) ?? null };
    return { position, title: titles.get(songId) ?? '', score };
  });
}

export function scoredPicks(
  picks: readonly PredictionSong[],
  setlist: readonly SetlistEntry[],
): ScoredPick[] {
  return scorePicks(toSongPicks(picks), indexSetlist(setlist)).sort(
    (a, b) => a.position - b.position,
  );
}

export function toSongPicks(songs: readonly PredictionSong[]): SongPick[] {
  return songs.map(({ id, position }) => ({ songId: id, position }));
}

export function pointsSoFar(rows: readonly ScoredItem[]): number {
  return rows.reduce((sum, { score }) => sum + (score?.points ?? 0), 0);
}

export function scoringLegend(
  show: Pick<Show, 'status'>,
): readonly { tone: Tone; points: number; text: string }[] {
  return [
    { tone: 'special', points: POINTS.Opener, text: 'Opener or closer' },
    { tone: 'exact', points: POINTS['Correct spot'], text: 'Correct position' },
    { tone: 'elsewhere', points: POINTS['Wrong spot'], text: 'Correct song, wrong position' },
    { tone: 'missed', points: POINTS['Not played'], text: formatMissedPick(show) },
  ];
}

export interface Standing {
  rank: number;
  total: number;
}

export function formatStanding({ rank, total }: Standing): string {
  return `#${rank.toLocaleString('en-US')} / ${total.toLocaleString('en-US')}`;
}

export const PREDICTED_BY = 'Prediction by';

export function cardTotal(
  { points, show }: Pick<Prediction, 'points'> & { show: Pick<Show, 'status'> },
  rows: readonly ScoredItem[],
  standing: Standing | null,
): { value: number | null; label: string; rank: string | null } {
  const rank = standing && formatStanding(standing);
  // Stored points are final; the points so far of a live show must not look like them.
  if (points !== null) return { value: points, label: 'Total points', rank };
  if (show.status === 'live') return { value: pointsSoFar(rows), label: 'Points so far', rank };
  return { value: null, label: 'Not scored yet', rank: null };
}

/** Anyone with the link sees this card, so it must not contain anything private. */
export interface SharedCard {
  show: { name: string; place: string; date: string; tourName: string | null; status: string };
  correctedAt: string | null;
  username: string;
  /** sealed: songs hidden; picked: no song played yet; unscored: over without points. */
  stage: 'sealed' | 'picked' | 'live' | 'scored' | 'unscored';
  opensAt: string | null;
  points: number | null;
  standing: Standing | null;
  rows: CardRow[];
}

/** `now` is Unix time in ms. */
export function buildSharedCard(
  shared: {
    prediction: Prediction;
    username: string;
    showsSongsEarly: boolean;
    setlist: readonly SetlistEntry[];
    standing: Standing | null;
    correctedAt: string | null;
  },
  now: number,
): SharedCard {
  const { prediction, username, setlist, standing } = shared;
  const { show } = prediction;
  // A postponed show will reopen, so its picks stay hidden.
  const canChange = canEditPrediction(prediction, now) || show.status === 'postponed';
  const isSealed = canChange && !shared.showsSongsEarly;
  const hasLock = isSealed && show.status === 'open';
  const stage = isSealed ? 'sealed' : cardStage(prediction, setlist.length > 0);
  const scoredRows = isSealed ? [] : scoreRows(prediction, setlist);
  const isPlayed = stage !== 'picked' && setlist.length > 0;
  const rows = isPlayed ? scoredRows : scoredRows.map((row) => ({ ...row, score: null }));
  const points =
    stage === 'live' ? pointsSoFar(rows) : stage === 'scored' ? prediction.points : null;
  return {
    show: {
      name: show.name,
      place: formatPlace(show),
      date: formatInZone(show.date, show.timeZone, 'longDate'),
      tourName: show.tourName,
      status: show.status,
    },
    correctedAt: shared.correctedAt,
    username,
    stage,
    opensAt: hasLock ? formatInZone(predictionsLockAt(show), show.timeZone, 'fullDateTime') : null,
    points,
    standing: points === null ? null : standing,
    rows,
  };
}

function cardStage({ show, points }: Prediction, hasSongs: boolean): SharedCard['stage'] {
  if (show.status === 'live') return hasSongs ? 'live' : 'picked';
  if (points !== null) return 'scored';
  return show.status === 'open' || show.status === 'postponed' ? 'picked' : 'unscored';
}

export function formatShowDetails({
  show: { place, date, tourName },
  correctedAt,
}: Pick<SharedCard, 'show' | 'correctedAt'>): string {
  const correction = correctedAt && formatCorrectedOn(correctedAt);
  return [place, date, tourName, correction].filter(Boolean).join(' · ');
}

/** Returns 'Corrected on Nov 27, 2026', in UTC, so that every renderer has the same date. */
export function formatCorrectedOn(correctedAt: string): string {
  return `Corrected on ${formatInZone(correctedAt, 'UTC', 'shortDate')}`;
}

export function sharedStat({ stage, points, standing, rows }: SharedCard) {
  const count = points ?? rows.length;
  const isOne = count === 1;
  if (points !== null) {
    const label = stage === 'live' ? 'points so far' : isOne ? 'point' : 'points';
    return { value: String(count), label, rank: standing && formatStanding(standing) };
  }
  if (count === 0) return null;
  return { value: String(count), label: isOne ? 'song called' : 'songs called', rank: null };
}

/** Returns null before anything is played. */
export function formatHits(rows: readonly CardRow[]): string | null {
  const scores = rows.flatMap(({ score }) => score ?? []);
  if (scores.length === 0) return null;
  const hits = scores.filter(({ tone }) => tone !== 'missed').length;
  return `${hits} of ${scores.length} played`;
}

export function formatHeadline({ username, show, stage, points, standing }: SharedCard): string {
  if (stage === 'live') return `${username}: ${points} points so far at ${show.name}`;
  if (points === null) return `${username} called the setlist of ${show.name}`;
  const place = standing ? `, ${formatStanding(standing)}` : '';
  return `${username} called ${points} points at ${show.name}${place}`;
}

export function formatAltText({ stage, username, opensAt }: SharedCard): string {
  return stage === 'sealed'
    ? `The prediction is sealed until ${opensAt ?? 'predictions lock'}`
    : `The songs ${username} predicted, on a sheet`;
}

export function formatSeal({ opensAt }: SharedCard): { title: string; opensText: string } {
  return { title: 'Setlist called', opensText: `Opens ${opensAt ?? 'when predictions lock'}` };
}
