import type { SharedCard, Standing } from './card.ts';

/** The large figure of a card, what it counts, and '#3 / 1,204'; null where nothing counts yet. */
export function figureOf({ stage, points, standing, rows }: SharedCard) {
  if (points !== null)
    return {
      figure: String(points),
      label: stage === 'live' ? 'points so far' : points === 1 ? 'point' : 'points',
      rank: standing && rankText(standing),
    };
  if (rows.length === 0) return null;
  return {
    figure: String(rows.length),
    label: rows.length === 1 ? 'song called' : 'songs called',
    rank: null,
  };
}

/** '#3 / 1,204'. */
export function rankText({ rank, total }: Standing): string {
  return `#${rank.toLocaleString('en-US')} / ${total.toLocaleString('en-US')}`;
}

/** What a preview of the link says first. */
export function headlineOf(card: SharedCard): string {
  const { username, show, stage, points, standing } = card;
  if (stage === 'live') return `${username}: ${points} points so far at ${show.name}`;
  if (points === null) return `${username} called the setlist of ${show.name}`;
  const place = standing ? `, ${rankText(standing)}` : '';
  return `${username} called ${points} points at ${show.name}${place}`;
}
