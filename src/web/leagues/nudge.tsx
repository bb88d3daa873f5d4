import { useRef } from 'react';
import { Link } from 'wouter';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { getLeagueSheets } from '#contract/league-boards.ts';
import { nudgeLeague } from '#contract/league-nudges.ts';
import { paths } from '#contract/pages.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { useHasPassed } from '#web/time/use-now.ts';
import { Button } from '#web/ui/button.tsx';
import { focusIfLost } from '#web/ui/list/focus-if-lost.ts';

type NudgeProps = {
  leagueId: string;
  sheets: ResponseOf<typeof getLeagueSheets>;
  /** Whether the viewer has no prediction. Undefined while loading. */
  isMissing: boolean | undefined;
};

export function Nudge({ leagueId, sheets, isMissing }: NudgeProps) {
  const { show, missingCount, nudge, nudgesEndAt } = sheets;
  const hasEnded = useHasPassed(nudgesEndAt ? Date.parse(nudgesEndAt) : 0);
  const send = useMutation(
    mutationFor(nudgeLeague, {
      successToast: 'Nudge sent',
      errorToast: 'Failed to send the nudge',
    }),
  );
  const text = useRef<HTMLParagraphElement>(null);
  if (nudge)
    return (
      <p ref={text} tabIndex={-1} className="text-dim text-sm">
        {nudge.username ? (
          <Link
            href={paths.fan({ username: nudge.username })}
            className="rounded-md text-text underline-offset-4 hover:underline"
          >
            <bdi className="wrap-anywhere">{nudge.username}</bdi>
          </Link>
        ) : (
          'A member'
        )}{' '}
        sent a nudge for this show.
      </p>
    );
  const othersMissing = missingCount - (isMissing === false ? 0 : 1);
  if (!show || hasEnded || othersMissing <= 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button
        pending={send.isPending}
        pendingText="Sending..."
        onClick={() =>
          send.mutate(
            { params: { id: leagueId }, body: { showId: show.id } },
            { onSuccess: () => focusIfLost(text.current) },
          )
        }
      >
        Send a Nudge
      </Button>
      <p className="min-w-0 flex-1 basis-56 text-dim text-sm">
        One per show. Reminds members who turned on reminders.
      </p>
    </div>
  );
}
