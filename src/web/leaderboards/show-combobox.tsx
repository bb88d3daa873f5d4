import type { Show } from '#contract/shows.ts';
import { serverNow } from '#web/http/server-clock.ts';
import { FanStatusBadge } from '#web/show-display/show-status-badge.tsx';
import { shortDate } from '#web/time/venue-time.ts';
import { Combobox } from '#web/ui/combobox.tsx';
import { showsByInterest } from './shows-by-interest.ts';

type ShowComboboxProps = {
  shows: readonly Show[];
  /** A show's id. */
  value: string | null;
  onChange: (showId: string) => void;
};

/** Chooses one of all shows by typing a part of its name or date. */
export function ShowCombobox({ shows, value, onChange }: ShowComboboxProps) {
  return (
    <Combobox
      label="Show"
      placeholder={shows.length === 0 ? 'No shows yet' : 'Choose a show'}
      emptyText="No show matches"
      value={value}
      onChange={(showId) => showId && onChange(showId)}
      options={showsByInterest(shows, serverNow()).map((show) => ({
        value: show.id,
        label: show.name,
        detail: shortDate(show.date, show.timeZone),
        badge: <FanStatusBadge show={show} />,
      }))}
    />
  );
}
