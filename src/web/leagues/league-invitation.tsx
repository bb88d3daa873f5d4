import { useState } from 'react';
import { replaceInvitation } from '#contract/league-invitations.ts';
import { type League, maxMembers } from '#contract/leagues.ts';
import { paths } from '#contract/pages.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { Button } from '#web/ui/button.tsx';
import { LinkTools } from '#web/ui/form/link-tools.tsx';
import { lazyComponent } from '#web/ui/loading/lazy.tsx';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { useDialogItem } from '#web/ui/overlay/use-dialog-item.ts';
import { Panel } from '#web/ui/panel.tsx';

type LeagueInvitationProps = { league: League; token: string; isOwner: boolean };

export function LeagueInvitation({ league, token, isOwner }: LeagueInvitationProps) {
  const url = new URL(paths.join({ invitation: token }), location.href).href;
  const qr = useDialogItem();
  return (
    <Panel title="Invite">
      <div className="grid gap-3 px-4.5 pb-4.5">
        <p className="text-dim">
          Anyone with this link can join, up to {maxMembers(league).toLocaleString('en-US')}{' '}
          members.
        </p>
        <LinkTools label="Invitation link" url={url} title={`Join ${league.name}`}>
          <Button onClick={() => qr.show()}>QR code</Button>
          {isOwner && <ReplaceLink leagueId={league.id} />}
        </LinkTools>
        {qr.key > 0 && (
          <LinkQr
            title={`Join ${league.name}`}
            url={url}
            fileName="league-invitation.png"
            open={qr.open}
            onClose={qr.close}
          />
        )}
      </div>
    </Panel>
  );
}

const LinkQr = lazyComponent(async () => ({
  default: (await import('#web/qr/link-qr.tsx')).LinkQr,
}));

function ReplaceLink({ leagueId }: { leagueId: string }) {
  const [isConfirming, setConfirming] = useState(false);
  const replace = useMutation(
    mutationFor(replaceInvitation, {
      successToast: 'Link replaced',
      errorToast: 'Failed to replace the link',
      onSuccess: () => setConfirming(false),
    }),
  );
  return (
    <>
      <Button variant="ghost" onClick={() => setConfirming(true)}>
        Replace link
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title="Replace this link?"
        text="The current link stops working immediately. Members stay."
        confirmLabel="Replace link"
        pending={replace.isPending}
        pendingText="Replacing..."
        onConfirm={() => replace.mutate({ params: { id: leagueId } })}
      />
    </>
  );
}
