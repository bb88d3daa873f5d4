import { z } from 'zod';

/** Reported content is hidden until a moderator reviews it, or permanently. */
export const VISIBILITIES = ['visible', 'awaiting', 'removed'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

/** Null for visible content. */
export const hidden = z.enum(['awaiting', 'removed']).nullable();
export type Hidden = z.output<typeof hidden>;

/** Replaces hidden text for everyone but its author and administrators. */
export const HIDDEN_TEXT: Record<NonNullable<Hidden>, string> = {
  awaiting: 'Hidden until a moderator reviews it',
  removed: 'Hidden by a moderator',
};

/** Replaces a league's hidden name for everyone but its owner and administrators. */
export const HIDDEN_LEAGUE_NAME = 'League';

export function toHiddenReason(visibility: Visibility | null): Hidden {
  return visibility === 'visible' ? null : visibility;
}
