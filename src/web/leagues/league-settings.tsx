import { useState } from 'react';
import { useLocation } from 'wouter';
import { type League, leaveLeague, updateLeague } from '#contract/leagues.ts';
import { paths } from '#contract/pages.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { LeagueForm } from './league-form.tsx';

type LeagueSettingsProps = { league: League; isOwner: boolean };

export function LeagueSettings({ league, isOwner }: LeagueSettingsProps) {
  const [open, setOpen] = useState<'edit' | 'leave'>();
  const close = () => setOpen(undefined);
  return (
    <div className="flex flex-wrap gap-2.5">
      {isOwner && <Button onClick={() => setOpen('edit')}>Edit</Button>}
      <Button variant="ghost" onClick={() => setOpen('leave')}>
        Leave
      </Button>
      {open === 'edit' && <EditLeague league={league} onClose={close} />}
      <LeaveLeague league={league} isOwner={isOwner} open={open === 'leave'} onClose={close} />
    </div>
  );
}

function EditLeague({ league, onClose }: { league: League; onClose: () => void }) {
  const update = useMutation(
    mutationFor(updateLeague, {
      successToast: 'League updated',
      errorToast: 'Failed to update the league',
      onSuccess: onClose,
    }),
  );
  const { id, name, color, isListed, startsFrom } = league;
  return (
    <LeagueForm
      title="Edit League"
      submitLabel="Save"
      pendingText="Saving..."
      pending={update.isPending}
      values={{ name, color, isListed, startShowId: startsFrom.showId ?? '' }}
      onClose={onClose}
      onSave={(body) => update.mutate({ params: { id }, body })}
    />
  );
}

type LeaveLeagueProps = LeagueSettingsProps & { open: boolean; onClose: () => void };

function LeaveLeague({ league, isOwner, open, onClose }: LeaveLeagueProps) {
  const [, navigate] = useLocation();
  const { id, name, memberCount } = league;
  const leave = useMutation(
    mutationFor(leaveLeague, {
      successToast: `You left ${name}`,
      errorToast: 'Failed to leave the league',
      onSuccess: () => navigate(paths.leagues(), { replace: true }),
    }),
  );
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={`Leave ${name}?`}
      text={describeLeaving(memberCount, isOwner)}
      confirmLabel="Leave league"
      pending={leave.isPending}
      pendingText="Leaving..."
      onConfirm={() => leave.mutate({ params: { id } })}
    />
  );
}

function describeLeaving(memberCount: number, isOwner: boolean): string {
  if (memberCount === 1)
    return 'You are the last member, so the league will be deleted. You keep your points.';
  if (isOwner)
    return 'The longest-standing member becomes the owner. You keep your points on other leaderboards.';
  return 'You keep your points on other leaderboards.';
}
