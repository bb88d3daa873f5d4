import { DAY } from './durations.ts';
import { endpoint, showParams } from './endpoint.ts';
import { hasResults } from './shows.ts';

export interface SpoilerSettings {
  /** Null if 'no spoilers' is off. */
  spoilersHiddenSince: string | null;
  revealedShowIds: readonly string[];
}

/** A show that is over when the setting is turned on stays visible, unless it is this recent. */
const RECENT_MS = DAY;

/** Whether to hide a live or past show from a fan with 'no spoilers'. */
export function hidesShow(
  { spoilersHiddenSince, revealedShowIds }: SpoilerSettings,
  show: { id: string; status: string; date: string },
): boolean {
  if (spoilersHiddenSince === null || !hasResults(show) || revealedShowIds.includes(show.id))
    return false;
  return (
    show.status === 'live' || Date.parse(show.date) > Date.parse(spoilersHiddenSince) - RECENT_MS
  );
}

export const revealShow = endpoint('revealShow', {
  method: 'POST',
  path: '/api/user/revealed-shows/{id}',
  tag: 'accounts',
  who: 'user',
  summary: "Show a show's setlist and results although you turned spoilers off",
  params: showParams,
  status: 204,
});
