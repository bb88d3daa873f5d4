import { canEditPrediction, type Prediction, type PredictionSong } from './predictions.ts';
import { indexSetlist, type Outcome, POINTS, type ScoredPick, scorePicks } from './scoring.ts';
import type { SetlistEntry } from './setlists.ts';
import { missedText, placeOf, predictionsLockAt, type Show } from './shows.ts';
import { inZone } from './venue-dates.ts';

/** One pick on a card. */
export interface CardRow {
  position: number;
  title: string;
  /** What the pick has come to; null before anything is played. */
  score: Score | null;
}

export interface ScoredRow extends CardRow {
  score: Score;
}

/** What a pick has come to, in figures, words and looks. */
export interface Score {
  points: number;
  tone: Tone;
  /** The badge's word: 'Correct'. */
  badge: string;
  /** The breakdown's: 'Correct spot'. */
  reason: string;
  /** What was really played at that place; null where nothing was, or not yet. */
  actual: string | null;
}

/** How a stamp looks: special for opener and closer, exact and elsewhere for the others. */
export type Tone = 'special' | 'exact' | 'elsewhere' | 'missed';

export function toneOf(outcome: Outcome): Tone {
  return LOOKS[outcome].tone;
}

const LOOKS = {
  Opener: { tone: 'special', badge: 'Opener' },
  Closer: { tone: 'special', badge: 'Closer' },
  'Correct spot': { tone: 'exact', badge: 'Correct' },
  'Wrong spot': { tone: 'elsewhere', badge: 'Wrong' },
  'Not played': { tone: 'missed', badge: 'Not played' },
} as const satisfies Record<Outcome, { tone: Tone; badge: string }>;

/** A card's rows, in the order of the picks, scored by the setlist as far as it goes. */
export function scoreRows(
  { songs: picks, show }: { songs: readonly PredictionSong[]; show: Pick<Show, 'status'> },
  setlist: readonly SetlistEntry[],
): ScoredRow[] {
  const titles = new Map(picks.map(({ id, title }) => [id, title]));
  const played = new Map(setlist.map(({ position, song }) => [position, song.title]));
  return scoredPicks(picks, setlist).map(({ songId, position, outcome, points }) => {
    const { tone, badge } = LOOKS[outcome];
    const missed = outcome === 'Not played' ? missedText(show) : undefined;
    const words = { badge: missed ?? badge, reason: missed ?? outcome };
    const score = { points, tone, ...words, actual: played.get(position) ?? null };
    return { position, title: titles.get(songId) ?? '', score };
  });
}

/** A prediction's picks with what each is worth, first pick first. */
export function scoredPicks(
  picks: readonly PredictionSong[],
  setlist: readonly SetlistEntry[],
): ScoredPick[] {
  const asPicks = picks.map(({ id, position }) => ({ songId: id, position }));
  return scorePicks(asPicks, indexSetlist(setlist)).sort((a, b) => a.position - b.position);
}

/** The points so far of a prediction that has none yet: by the same rules as the stored ones. */
export function pointsSoFar(rows: readonly CardRow[]): number {
  return rows.reduce((sum, { score }) => sum + (score?.points ?? 0), 0);
}

/** What each tone of stamp means, with its points. */
export function legendOf(
  show: Pick<Show, 'status'>,
): readonly { tone: Tone; points: number; text: string }[] {
  return [
    { tone: 'special', points: POINTS.Opener, text: 'Opener or closer' },
    { tone: 'exact', points: POINTS['Correct spot'], text: 'Correct position' },
    { tone: 'elsewhere', points: POINTS['Wrong spot'], text: 'Correct song, wrong position' },
    { tone: 'missed', points: POINTS['Not played'], text: missedText(show) },
  ];
}

/** A fan's place among all who predicted the show. */
export interface Standing {
  rank: number;
  /** How many predicted it. */
  total: number;
}

/** '#3 / 1,204'. */
export function standingText({ rank, total }: Standing): string {
  return `#${rank.toLocaleString('en-US')} / ${total.toLocaleString('en-US')}`;
}

/** In front of a fan's name. */
export const PREDICTED_BY = 'Prediction by';

/** The large figure of one's own card, what it counts, and one's place; no figure without points. */
export function totalOf(
  { points, show }: Pick<Prediction, 'points'> & { show: Pick<Show, 'status'> },
  rows: readonly CardRow[],
  standing: Standing | null,
): { figure: number | null; label: string; rank: string | null } {
  const rank = standing && standingText(standing);
  // Stored points are the score; what a live show came to until now never looks like it.
  if (points !== null) return { figure: points, label: 'Total points', rank };
  if (show.status === 'live') return { figure: pointsSoFar(rows), label: 'Points so far', rank };
  return { figure: null, label: 'Not scored yet', rank: null };
}

/** A prediction as its public link shows it: nothing in it that a stranger may not see. */
export interface SharedCard {
  show: { name: string; place: string; date: string; tourName: string | null; status: string };
  username: string;
  /**
   * sealed: its songs are nobody's business yet · picked: they are shown, nothing is played ·
   * live: with the points so far · scored: with the stored points · unscored: over without points.
   */
  stage: 'sealed' | 'picked' | 'live' | 'scored' | 'unscored';
  /** When a sealed card opens; null where nobody knows yet. */
  opensAt: string | null;
  points: number | null;
  standing: Standing | null;
  /** None while it is sealed. */
  rows: CardRow[];
}

/** What a link shows of a prediction at `now`, by the setlist as far as it goes. */
export function sharedCardOf(
  of: {
    prediction: Prediction;
    username: string;
    showsSongsEarly: boolean;
    setlist: readonly SetlistEntry[];
    standing: Standing | null;
  },
  now: number,
): SharedCard {
  const { prediction, username, setlist, standing } = of;
  const { show } = prediction;
  // A postponed show opens again: its picks are as secret as before.
  const canChange = canEditPrediction(prediction, now) || show.status === 'postponed';
  const isSealed = canChange && !of.showsSongsEarly;
  const hasLock = isSealed && show.status === 'open';
  const stage = isSealed ? 'sealed' : stageOf(prediction, setlist.length > 0);
  const scored = isSealed ? [] : scoreRows(prediction, setlist);
  const isPlayed = stage !== 'picked' && setlist.length > 0;
  const rows = isPlayed ? scored : scored.map((row) => ({ ...row, score: null }));
  const points =
    stage === 'live' ? pointsSoFar(rows) : stage === 'scored' ? prediction.points : null;
  return {
    show: {
      name: show.name,
      place: placeOf(show),
      date: inZone(show.date, show.timeZone, 'longDate'),
      tourName: show.tourName,
      status: show.status,
    },
    username,
    stage,
    opensAt: hasLock ? inZone(predictionsLockAt(show), show.timeZone, 'moment') : null,
    points,
    standing: points === null ? null : standing,
    rows,
  };
}

function stageOf({ show, points }: Prediction, hasSongs: boolean): SharedCard['stage'] {
  if (show.status === 'live') return hasSongs ? 'live' : 'picked';
  if (points !== null) return 'scored';
  return show.status === 'open' || show.status === 'postponed' ? 'picked' : 'unscored';
}

/** 'Richmond, VA · Saturday, November 28, 2026 · Long Way Round Tour'. */
export function showFacts({
  place,
  date,
  tourName,
}: Pick<SharedCard['show'], 'place' | 'date' | 'tourName'>): string {
  return [place, date, tourName].filter(Boolean).join(' · ');
}

/** The large figure of a shared card, what it counts, and the fan's place; null where nothing counts. */
export function sharedFigure({ stage, points, standing, rows }: SharedCard) {
  const count = points ?? rows.length;
  const isOne = count === 1;
  if (points !== null) {
    const label = stage === 'live' ? 'points so far' : isOne ? 'point' : 'points';
    return { figure: String(count), label, rank: standing && standingText(standing) };
  }
  if (count === 0) return null;
  return { figure: String(count), label: isOne ? 'song called' : 'songs called', rank: null };
}

/** What a preview of the link says first. */
export function headlineOf({ username, show, stage, points, standing }: SharedCard): string {
  if (stage === 'live') return `${username}: ${points} points so far at ${show.name}`;
  if (points === null) return `${username} called the setlist of ${show.name}`;
  const place = standing ? `, ${standingText(standing)}` : '';
  return `${username} called ${points} points at ${show.name}${place}`;
}

/** What a shared card's picture says to who can't see it. */
export function altTextOf({ stage, username, opensAt }: SharedCard): string {
  return stage === 'sealed'
    ? `The prediction is sealed until ${opensAt ?? 'predictions lock'}`
    : `The songs ${username} predicted, on a sheet`;
}

/** What lies over the blacked-out lines of a sealed card. */
export function sealOf({ opensAt }: SharedCard): { title: string; opens: string } {
  return { title: 'Setlist called', opens: `Opens ${opensAt ?? 'when predictions lock'}` };
}
