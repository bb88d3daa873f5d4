import type { Show } from '#contract/shows.ts';
import { serverNow } from '#web/http/server-clock.ts';
import { shortDate } from '#web/time/venue-time.ts';
import { SelectField } from '#web/ui/select-field.tsx';
import { splitSchedule } from './split-schedule.ts';

type ShowPickerProps = {
  shows: readonly Show[];
  value: string | undefined;
  onChange: (showId: string) => void;
};

/** Chooses one of all shows: the live ones first, then what comes soonest, then what is just over. */
export function ShowPicker({ shows, value, onChange }: ShowPickerProps) {
  const { upcoming } = splitSchedule(shows, serverNow());
  const live = upcoming.filter(({ status }) => status === 'live');
  const sorted = new Set([...live, ...upcoming, ...shows]);
  return (
    <SelectField
      label="Show"
      placeholder={shows.length === 0 ? 'No shows yet' : 'Choose a show'}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value)}
      options={[...sorted].map((show) => ({ value: show.id, label: labelOf(show) }))}
    />
  );
}

function labelOf({ name, date, timeZone, status }: Show): string {
  const label = `${name} · ${shortDate(date, timeZone)}`;
  return status === 'live' ? `${label} · Live` : label;
}
