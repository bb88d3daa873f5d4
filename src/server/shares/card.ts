import { canEditPrediction, type Prediction } from '#contract/predictions.ts';
import { indexSetlist, type Outcome, scorePicks } from '#contract/scoring.ts';
import type { SetlistEntry } from '#contract/setlists.ts';
import { predictionsLockAt } from '#contract/shows.ts';
import { longDate, momentOf } from './venue-dates.ts';

/** A prediction as its public link shows it: nothing in it that a stranger may not see. */
export interface SharedCard {
  show: { name: string; place: string; date: string; tourName: string | null };
  username: string;
  /**
   * sealed: its songs are nobody's business yet · picked: they are shown, nothing is played ·
   * live: with the points so far · scored: with the stored points · unscored: over without points.
   */
  stage: 'sealed' | 'picked' | 'live' | 'scored' | 'unscored';
  /** When a sealed card opens. */
  opensAt: string | null;
  points: number | null;
  standing: Standing | null;
  /** None while it is sealed. */
  rows: CardRow[];
}

export interface Standing {
  rank: number;
  total: number;
}

export interface CardRow {
  position: number;
  title: string;
  /** What the pick has come to; null before anything is played. */
  result: { outcome: Outcome; points: number; actual: string | null } | null;
}

/** What a link shows of a prediction at `now`, by the setlist as far as it goes. */
export function cardOf(
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
  const isSealed = canEditPrediction(prediction, now) && !of.showsSongsEarly;
  const stage = isSealed ? 'sealed' : stageOf(prediction, setlist.length > 0);
  const rows = isSealed ? [] : rowsOf(prediction, stage === 'picked' ? [] : setlist);
  const soFar = rows.reduce((sum, { result }) => sum + (result?.points ?? 0), 0);
  const points = stage === 'live' ? soFar : stage === 'scored' ? prediction.points : null;
  return {
    show: {
      name: show.name,
      place: [show.city, show.state || show.country].filter(Boolean).join(', '),
      date: longDate(show.date, show.timeZone),
      tourName: show.tourName,
    },
    username,
    stage,
    opensAt: isSealed ? momentOf(predictionsLockAt(show), show.timeZone) : null,
    points,
    standing: points === null ? null : standing,
    rows,
  };
}

function stageOf({ show, points }: Prediction, hasSongs: boolean): SharedCard['stage'] {
  if (show.status === 'live') return hasSongs ? 'live' : 'picked';
  if (points !== null) return 'scored';
  return show.status === 'open' ? 'picked' : 'unscored';
}

function rowsOf({ songs }: Prediction, setlist: readonly SetlistEntry[]): CardRow[] {
  const picks = songs.map(({ id, position }) => ({ songId: id, position }));
  const scored = scorePicks(picks, indexSetlist(setlist));
  const results = new Map(scored.map((pick) => [pick.position, pick]));
  const played = new Map(setlist.map(({ position, song }) => [position, song.title]));
  return songs.map(({ position, title }) => {
    const result = setlist.length > 0 ? results.get(position) : undefined;
    if (!result) return { position, title, result: null };
    const { outcome, points } = result;
    return { position, title, result: { outcome, points, actual: played.get(position) ?? null } };
  });
}
