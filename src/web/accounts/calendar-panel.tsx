import { useQuery, useQueryClient } from '@tanstack/react-query';
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
import { CopyField } from '#web/ui/form/copy-field.tsx';
import { Panel } from '#web/ui/panel.tsx';

export function CalendarPanel() {
  const link = useQuery({ ...queryFor(getCalendarLink), refetchOnMount: 'always' });
  return (
    <Panel title="Calendar">
      <div className="grid gap-4 px-4.5 pb-5">
        <p className="text-dim">
          Every show in your own calendar, with a reminder 30 minutes before predictions lock if you
          have none yet.
        </p>
        <Loaded
          query={link}
          label="Loading the address"
          errorMessage="The address of your calendar could not be loaded."
        >
          {(data) => <CalendarAddress link={data} />}
        </Loaded>
      </div>
    </Panel>
  );
}

function CalendarAddress({ link }: { link: CalendarLink | null }) {
  const queryClient = useQueryClient();
  const cacheLink = (data: CalendarLink | null) =>
    queryClient.setQueryData(queryFor(getCalendarLink).queryKey, data);
  const create = useMutation(
    mutationFor(createCalendarLink, {
      successToast: 'Your calendar is ready',
      errorToast: 'Failed to create the address',
      onSuccess: cacheLink,
    }),
  );
  const revoke = useMutation(
    mutationFor(revokeCalendarLink, {
      successToast: 'The address is revoked',
      errorToast: 'Failed to revoke the address',
      onSuccess: () => cacheLink(null),
    }),
  );
  if (!link)
    return (
      <Button
        className="justify-self-start"
        onClick={() => create.mutate({})}
        pending={create.isPending}
        pendingText="Creating..."
      >
        Create my calendar address
      </Button>
    );
  return (
    <>
      <CopyField label="Address of your calendar" text={link.url} what="link">
        <Button asChild>
          <a href={link.url.replace(/^https?:/, 'webcal:')}>Open in calendar</a>
        </Button>
        <Button
          variant="ghost"
          onClick={() => revoke.mutate({})}
          pending={revoke.isPending}
          pendingText="Revoking..."
        >
          Revoke
        </Button>
      </CopyField>
      <p className="text-sm text-dim">
        Keep it to yourself. Anyone who has it sees which shows you predicted, but not your songs.
      </p>
    </>
  );
}
