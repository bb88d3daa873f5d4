import { formatOrdinal } from '#contract/ordinals.ts';
import { paths } from '#contract/pages.ts';
import { formatCorrection } from '#contract/receipts.ts';
import { type CardRow, PREDICTED_BY, type SharedCard } from '#contract/scorecard.ts';
import type { EmailContent } from '../mail/render-email.ts';
import type { ClaimedNotification } from './claim.ts';

/** `path` is the target of the button. */
export type NotificationContent = Omit<EmailContent, 'reason'> & { path: string };

type Result = Pick<ClaimedNotification, 'points' | 'correction' | 'show'>;

export function composeResult(
  result: Result,
  card: Pick<SharedCard, 'standing' | 'rows'> | undefined,
): NotificationContent {
  const { correction, show } = result;
  const place = formatRank(card);
  return {
    ...(correction
      ? {
          subject: `Your score at ${show.name} is now ${formatCount(result)}${place && ` (${place})`}`,
          introduction: `The setlist of ${show.name} in ${show.city} was corrected. ${formatCorrection(correction)}. Your prediction now has ${formatPoints(result)}${place && ` and is ${place}`}.`,
        }
      : {
          subject: `${formatScore(result)}${place && ` (${place})`}`,
          introduction: `Your prediction for ${show.name} in ${show.city} scored ${formatPoints(result)}${place && ` and came in ${place}`}.`,
        }),
    details: card ? [formatBestCalls(card.rows)] : [],
    button: 'See your scorecard',
    path: paths.myPredictions({ show: show.id }),
  };
}

/** 'You scored 187 at Red Rocks' */
export function formatScore({ points, show }: Pick<Result, 'points' | 'show'>): string {
  return points
    ? `You scored ${formatCount({ points })} at ${show.name}`
    : `No points at ${show.name} this time`;
}

export function formatPoints({ points }: Pick<Result, 'points'>): string {
  return points === 1 ? '1 point' : `${formatCount({ points })} points`;
}

export function describePicture({ username, show, rows }: SharedCard): string {
  const hits = rows.flatMap(({ title, score }) =>
    score && score.tone !== 'missed' ? [`${title} ${score.points}`] : [],
  );
  return `${PREDICTED_BY} ${username} for ${show.name}. ${hits.join(', ') || 'None of these songs were played.'}`;
}

function formatCount({ points }: Pick<Result, 'points'>): string {
  return (points ?? 0).toLocaleString('en-US');
}

function formatRank(card: Pick<SharedCard, 'standing'> | undefined): string {
  const standing = card?.standing;
  if (!standing || standing.total < 2) return '';
  return `${formatOrdinal(standing.rank)} of ${standing.total.toLocaleString('en-US')}`;
}

const MAX_BEST_CALLS = 2;

function formatBestCalls(rows: readonly CardRow[]): string {
  const hits = rows
    .flatMap(({ title, position, score }) =>
      score && score.tone !== 'missed' ? [{ title, position, score }] : [],
    )
    .sort((a, b) => b.score.points - a.score.points || a.position - b.position)
    .slice(0, MAX_BEST_CALLS)
    .map(({ title, score }) =>
      [`“${title}”`, PHRASES[score.reason], `(+${score.points})`].filter(Boolean).join(' '),
    );
  if (hits.length === 0) return 'None of your songs were played this time.';
  return `Your best ${hits.length === 1 ? 'call' : 'calls'}: ${hits.join(' and ')}.`;
}

const PHRASES: Record<string, string> = {
  Opener: 'as the opener',
  Closer: 'as the closer',
  'Correct spot': 'in the right spot',
  'Wrong spot': 'in another spot',
};
