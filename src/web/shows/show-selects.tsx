import { useState } from 'react';
import { type GoingWith, getShowDeletion } from '#contract/going-with.ts';
import { SHOW_STATUSES, type Show, type ShowStatus, setShowStatus } from '#contract/shows.ts';
import { ConfirmLoss } from '#web/http/confirm-loss.tsx';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { queryFor } from '#web/http/query-for.ts';
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

type ShowStatusSelectProps = { show: Show; labelHidden?: boolean };

/** Sets a show open, live or closed. Asks before scores are taken away. */
export function ShowStatusSelect({ show, labelHidden }: ShowStatusSelectProps) {
  const [isAsking, setAsking] = useState(false);
  const change = useMutation(
    mutationFor(setShowStatus, {
      done: 'Show status updated successfully',
      failed: 'Failed to update show status',
    }),
  );

  const wanted = change.isPending ? change.variables.body.status : undefined;

  async function set(status: ShowStatus) {
    await change.mutate({ params: { id: show.id }, body: { status } });
    setAsking(false);
  }

  const isKnown = SHOW_STATUSES.some((status) => status === show.status);
  return (
    <>
      <SelectField
        label={labelHidden ? `Status of ${show.name}` : 'Status'}
        labelHidden={labelHidden}
        value={wanted ?? show.status}
        aria-busy={change.isPending || undefined}
        onChange={({ target }) => {
          const status = SHOW_STATUSES.find((one) => one === target.value);
          if (!status || change.isPending) return;
          if (status === 'open') setAsking(true);
          else void set(status);
        }}
        options={[
          ...SHOW_STATUSES.map((status) => ({ value: status, label: LABELS[status] })),
          // A status that another program has set is shown as it is.
          ...(isKnown ? [] : [{ value: show.status, label: show.status, disabled: true }]),
        ]}
      />
      <ConfirmLoss
        open={isAsking}
        onOpenChange={setAsking}
        title="Open it again?"
        text={`Scores that “${show.name}” has are cleared, and taken out of everyone's totals. Its setlist and predictions stay.`}
        loss={{ ...queryFor(getShowDeletion, { params: { id: show.id } }), select: onlyScores }}
        confirmLabel="Set open"
        pendingText="Updating..."
        pending={change.isPending}
        onConfirm={() => void set('open')}
      />
    </>
  );
}

/** Of what would go with the show itself: the rest stays. */
function onlyScores({ scores }: GoingWith): GoingWith {
  return { scores };
}

const LABELS: Record<ShowStatus, string> = { open: 'Open', live: 'Live', closed: 'Closed' };
