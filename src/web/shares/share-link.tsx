import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Prediction } from '#contract/predictions.ts';
import { getShare, type Share } from '#contract/shares.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { Button } from '#web/ui/button.tsx';
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx';
import { LinkTools } from '#web/ui/form/link-tools.tsx';
import { ExternalLink, Link2 } from '#web/ui/icons.ts';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { useIsSealed } from './use-is-sealed.ts';
import { useShareChange } from './use-share-change.ts';

type ShareLinkProps = { prediction: Pick<Prediction, 'id' | 'show' | 'points'> };

export function ShareLink({ prediction }: ShareLinkProps) {
  const { id } = prediction;
  // Refetched on mount, because the link may have changed on another device.
  const share = useQuery({ ...queryFor(getShare, { params: { id } }), refetchOnMount: 'always' });
  return (
    <Loaded query={share} label="Loading the link" errorMessage="The link could not be loaded.">
      {(data) => <ShareSettings share={data} prediction={prediction} />}
    </Loaded>
  );
}

function ShareSettings({ share, prediction }: ShareLinkProps & { share: Share | null }) {
  const { show } = prediction;
  const change = useShareChange(prediction.id);
  const isSealed = useIsSealed(prediction);
  const region = useFocusAfterChange(share !== null);
  return (
    <div ref={region} tabIndex={-1} className="grid gap-5 outline-none">
      {share ? (
        <>
          <LinkTools label="Public link" url={share.url} title={`My setlist for ${show.name}`}>
            <Button asChild>
              <a href={new URL(share.url).pathname} target="_blank" rel="noopener">
                <ExternalLink aria-hidden />
                Open
              </a>
            </Button>
          </LinkTools>
          {isSealed && (
            <CheckboxField
              label="Show my songs before predictions lock"
              hint="Your rivals can read them too. Once predictions lock, everyone with the link sees them."
              checked={change.wantsSongsEarly ?? share.showsSongsEarly}
              onChange={({ target }) => void change.showSongsEarly(target.checked)}
            />
          )}
          <RevokeLink pending={change.isRevoking} onRevoke={change.revoke} />
        </>
      ) : (
        <>
          <p className="max-w-prose text-dim">
            Anyone with the link sees your card, without an account.{' '}
            {isSealed
              ? 'Until predictions lock, it shows that you made a prediction, but not your songs.'
              : 'It shows your songs and their points as they come in.'}{' '}
            You can revoke it at any time.
          </p>
          <Button
            className="justify-self-start"
            onClick={change.create}
            pending={change.isCreating}
            pendingText="Creating the link..."
          >
            <Link2 aria-hidden />
            Create a public link
          </Button>
        </>
      )}
    </div>
  );
}

function useFocusAfterChange(hasLink: boolean) {
  const region = useRef<HTMLDivElement>(null);
  const previous = useRef(hasLink);
  useEffect(() => {
    if (previous.current === hasLink) return;
    previous.current = hasLink;
    // Wait until the closing dialog has released the focus.
    const timer = setTimeout(() => region.current?.focus());
    return () => clearTimeout(timer);
  }, [hasLink]);
  return region;
}

type RevokeLinkProps = { pending: boolean; onRevoke: () => Promise<void> };

function RevokeLink({ pending, onRevoke }: RevokeLinkProps) {
  const [isConfirming, setConfirming] = useState(false);
  return (
    <div>
      <Button variant="ghost" className="-ml-4" onClick={() => setConfirming(true)}>
        Revoke link
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title="Revoke this link?"
        text="The link stops working everywhere it was posted. A new link will have a different URL."
        confirmLabel="Revoke link"
        pending={pending}
        pendingText="Revoking..."
        onConfirm={() => onRevoke().then(() => setConfirming(false))}
      />
    </div>
  );
}
