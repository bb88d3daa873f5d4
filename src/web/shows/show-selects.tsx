import { useState } from 'react';
import { getShowDeletion } from '#contract/deletion-impact.ts';
import type { ReopeningChoice } from '#contract/reopening.ts';
import {
  SHOW_STATUSES,
  type Show,
  type ShowStatus,
  STATUS_LABELS,
  setShowStatus,
} from '#contract/shows.ts';
import { ConfirmDeletion } from '#web/http/confirm-deletion.tsx';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { queryFor } from '#web/http/query-for.ts';
import {
  ConfirmEarlyGoLive,
  needsEarlyConfirmation,
} from '#web/show-display/confirm-early-go-live.tsx';
import { serverNow } from '#web/time/server-clock.ts';
import { SelectField } from '#web/ui/form/select-field.tsx';
import { pickScores, ReopenDialog } from './reopen-dialog.tsx';
import { formatShowLabel, splitSchedule } from './split-schedule.ts';

type ShowPickerProps = {
  shows: readonly Show[];
  value: string | undefined;
  onChange: (showId: string) => void;
};

/** Lists live shows first, then upcoming ones (soonest first), then past ones (latest first). */
export function ShowPicker({ shows, value, onChange }: ShowPickerProps) {
  const { upcoming } = splitSchedule(shows, serverNow());
  const liveShows = upcoming.filter(({ status }) => status === 'live');
  const sortedShows = new Set([...liveShows, ...upcoming, ...shows]);
  return (
    <SelectField
      label="Show"
      placeholder={shows.length === 0 ? 'No shows yet' : 'Choose a show'}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value)}
      options={[...sortedShows].map((show) => ({
        value: show.id,
        label: formatShowLabel(show, shows),
      }))}
    />
  );
}

type ShowStatusSelectProps = { show: Show; labelHidden?: boolean };

export function ShowStatusSelect({ show, labelHidden }: ShowStatusSelectProps) {
  const [statusToConfirm, setStatusToConfirm] = useState<'open' | keyof typeof QUESTIONS | null>(
    null,
  );
  const [isConfirmingEarly, setConfirmingEarly] = useState(false);
  const change = useMutation(
    mutationFor(setShowStatus, {
      successToast: 'Show status updated successfully',
      errorToast: 'Failed to update show status',
    }),
  );

  const pendingStatus = change.isPending ? change.variables.body.status : undefined;

  async function changeStatus(status: ShowStatus, predictions?: ReopeningChoice) {
    await change.mutate({ params: { id: show.id }, body: { status, predictions } });
    setStatusToConfirm(null);
    setConfirmingEarly(false);
  }

  const isKnown = SHOW_STATUSES.some((status) => status === show.status);
  return (
    <>
      <SelectField
        label={labelHidden ? `Status of ${show.name}` : 'Status'}
        labelHidden={labelHidden}
        value={pendingStatus ?? show.status}
        aria-busy={change.isPending || undefined}
        onChange={({ target }) => {
          const status = SHOW_STATUSES.find((candidate) => candidate === target.value);
          if (!status || change.isPending) return;
          const isEarly = status === 'live' && needsEarlyConfirmation(show);
          if (isEarly) setConfirmingEarly(true);
          else if (status === 'live' || status === 'closed') void changeStatus(status);
          else setStatusToConfirm(status);
        }}
        options={[
          ...SHOW_STATUSES.map((status) => ({ value: status, label: STATUS_LABELS[status] })),
          // Another program may have set an unknown status.
          ...(isKnown ? [] : [{ value: show.status, label: show.status, disabled: true }]),
        ]}
      />
      <ConfirmEarlyGoLive
        show={show}
        open={isConfirmingEarly}
        onClose={() => setConfirmingEarly(false)}
        onConfirm={() => void changeStatus('live')}
        pending={change.isPending}
      />
      {statusToConfirm === 'open' && (
        <ReopenDialog
          show={show}
          onClose={() => setStatusToConfirm(null)}
          onConfirm={(choice) => void changeStatus('open', choice)}
          pending={change.isPending}
        />
      )}
      {statusToConfirm && statusToConfirm !== 'open' && (
        <ConfirmDeletion
          open
          onOpenChange={() => setStatusToConfirm(null)}
          title={QUESTIONS[statusToConfirm].title}
          text={`Any scores for “${show.name}” are cleared and removed from everyone's totals. ${QUESTIONS[statusToConfirm].text}`}
          impactQuery={{
            ...queryFor(getShowDeletion, { params: { id: show.id } }),
            select: pickScores,
          }}
          confirmLabel={`Set ${statusToConfirm}`}
          pendingText="Updating..."
          pending={change.isPending}
          onConfirm={() => void changeStatus(statusToConfirm)}
        />
      )}
    </>
  );
}

/** Only these statuses delete a live or closed show's scores. */
const QUESTIONS = {
  postponed: {
    title: 'Postpone this show?',
    text: 'Its predictions stay and can be edited once it has a new date.',
  },
  cancelled: {
    title: 'Cancel this show?',
    text: 'No one gets points for it. Its setlist and predictions stay visible.',
  },
};
