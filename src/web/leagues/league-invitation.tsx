import { useRef, useState } from 'react';
import { replaceInvitation } from '#contract/league-invitations.ts';
import { type League, maxMembers } from '#contract/leagues.ts';
import { paths } from '#contract/pages.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { TextField } from '#web/ui/form/text-field.tsx';
import { Check, Copy, Share } from '#web/ui/icons.ts';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { Panel } from '#web/ui/panel.tsx';

type LeagueInvitationProps = { league: League; token: string; isOwner: boolean };

export function LeagueInvitation({ league, token, isOwner }: LeagueInvitationProps) {
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState<string>();
  const url = new URL(paths.join({ invitation: token }), location.href).href;

  async function copy() {
    try {
      await navigator.clipboard.writeText(url);
      setCopied(url);
      toast({ title: 'Link copied' });
    } catch {
      // The clipboard is blocked, or the site is not on https.
      field.current?.focus();
      toast({
        title: 'Copy the selected link',
        description: "This browser can't copy it for you.",
      });
    }
  }

  async function share() {
    try {
      await navigator.share({ url, title: `Join ${league.name}` });
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError')) await copy();
    }
  }

  return (
    <Panel title="Invite">
      <div className="grid gap-3 px-4.5 pb-4.5">
        <p className="text-dim">
          Everyone with this link can join, up to {maxMembers(league).toLocaleString('en-US')}{' '}
          members.
        </p>
        <TextField
          ref={field}
          label="Invitation link"
          labelHidden
          value={url}
          readOnly
          spellCheck={false}
          onFocus={(event) => event.target.select()}
        />
        <div className="flex flex-wrap gap-2.5 max-sm:*:flex-1">
          <Button onClick={copy}>
            {copied === url ? <Check aria-hidden /> : <Copy aria-hidden />}
            Copy link
          </Button>
          {'share' in navigator && (
            <Button onClick={share}>
              <Share aria-hidden />
              Share link
            </Button>
          )}
          {isOwner && <ReplaceLink leagueId={league.id} />}
        </div>
      </div>
    </Panel>
  );
}

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
        text="The current link stops working at once. Members stay."
        confirmLabel="Replace link"
        pending={replace.isPending}
        pendingText="Replacing..."
        onConfirm={() => replace.mutate({ params: { id: leagueId } })}
      />
    </>
  );
}
