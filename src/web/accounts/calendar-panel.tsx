import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  type CalendarLink,
  createCalendarLink,
  getCalendarLink,
  revokeCalendarLink,
} from '#contract/calendar.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { queryFor } from '#web/http/query-for.ts';
import { Button } from '#web/ui/button.tsx';
import { FoldingPanel } from '#web/ui/folding-panel.tsx';
import { CopyField } from '#web/ui/form/copy-field.tsx';
import { focusIfLost } from '#web/ui/list/focus-if-lost.ts';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';

export function CalendarPanel() {
  const content = useRef<HTMLDivElement>(null);
  const link = useQuery({ ...queryFor(getCalendarLink), refetchOnMount: 'always' });
  return (
    <FoldingPanel id="calendar" title="Calendar">
      <div ref={content} tabIndex={-1} className="grid gap-4 px-4.5 pb-5 outline-none">
        <p className="text-dim">
          See every show in your calendar app, with a reminder 30 minutes before predictions lock if
          you haven't made one.
        </p>
        <Loaded
          query={link}
          label="Loading the address"
          errorMessage="Your calendar address could not be loaded."
        >
          {(data) => <CalendarAddress link={data} onChanged={() => focusIfLost(content.current)} />}
        </Loaded>
      </div>
    </FoldingPanel>
  );
}

type CalendarAddressProps = { link: CalendarLink | null; onChanged: () => void };

function CalendarAddress({ link, onChanged }: CalendarAddressProps) {
  const queryClient = useQueryClient();
  const [isConfirming, setConfirming] = useState(false);
  const cacheLink = (data: CalendarLink | null) =>
    queryClient.setQueryData(queryFor(getCalendarLink).queryKey, data);
  const create = useMutation(
    mutationFor(createCalendarLink, {
      successToast: 'Your calendar is ready',
      errorToast: 'Failed to create the calendar address',
      onSuccess: cacheLink,
    }),
  );
  const revoke = useMutation(
    mutationFor(revokeCalendarLink, {
      successToast: 'Calendar address revoked',
      errorToast: 'Failed to revoke the calendar address',
      onSuccess: () => {
        setConfirming(false);
        cacheLink(null);
      },
    }),
  );
  if (!link)
    return (
      <Button
        className="justify-self-start"
        onClick={() => create.mutate({}).then(onChanged)}
        pending={create.isPending}
        pendingText="Creating..."
      >
        Create a calendar address
      </Button>
    );
  return (
    <>
      <CopyField label="Your calendar address" text={link.url} what="link">
        <Button asChild>
          <a href={link.url.replace(/^https?:/, 'webcal:')}>Open in calendar</a>
        </Button>
        <Button variant="ghost" onClick={() => setConfirming(true)}>
          Revoke
        </Button>
      </CopyField>
      <p className="text-sm text-dim">
        Keep this address secret. Anyone who has it can see which shows you predicted, but not your
        songs.
      </p>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title="Revoke this address?"
        text="Calendars that use it stop updating. A new address will be different."
        confirmLabel="Revoke address"
        pending={revoke.isPending}
        pendingText="Revoking..."
        onConfirm={() => revoke.mutate({}).then(onChanged)}
      />
    </>
  );
}
