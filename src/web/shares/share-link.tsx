import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { tokenIn } from '#contract/link-pages.ts';
import { paths } from '#contract/pages.ts';
import type { Prediction } from '#contract/predictions.ts';
import { getShare, type Share } from '#contract/shares.ts';
import { predictionsLockAt } from '#contract/shows.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { useHasPassed } from '#web/time/use-now.ts';
import { Button } from '#web/ui/button.tsx';
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx';
import { Link2 } from '#web/ui/icons.ts';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { LinkTools } from './link-tools.tsx';
import { useShareChange } from './use-share-change.ts';

type ShareLinkProps = { prediction: Pick<Prediction, 'id' | 'show' | 'points'> };

/** The public link of one's own prediction: make it, pass it on, say what it shows, take it back. */
export function ShareLink({ prediction }: ShareLinkProps) {
  const { id } = prediction;
  // Anew whenever it opens: it may have been made or revoked on another device.
  const share = useQuery({ ...queryFor(getShare, { params: { id } }), refetchOnMount: 'always' });
  return (
    <Loaded query={share} label="Loading the link" failed="The link could not be loaded.">
      {(found) => <MadeOrNot share={found} prediction={prediction} />}
    </Loaded>
  );
}

function MadeOrNot({ share, prediction }: ShareLinkProps & { share: Share | null }) {
  const { show, points } = prediction;
  const change = useShareChange(prediction.id);
  const hasPassed = useHasPassed(predictionsLockAt(show));
  const isOpen = show.status === 'open' && points === null && !hasPassed;
  const region = useFocusAfterChange(share !== null);
  return (
    <div ref={region} tabIndex={-1} className="grid gap-5 outline-none">
      {share ? (
        <>
          <LinkTools url={share.url} title={`My setlist for ${show.name}`} />
          {isOpen && (
            <CheckboxField
              label="Show my songs before predictions lock"
              hint="Rivals can read them, too. From the lock on, everyone with the link sees them."
              // What was asked for shows at once, not only when the server has answered.
              checked={change.wantsSongsEarly ?? share.showsSongsEarly}
              onChange={({ target }) => void change.showSongsEarly(target.checked)}
            />
          )}
          <PicturePreview key={`${share.url} ${share.showsSongsEarly} ${isOpen}`} url={share.url} />
          <RevokeLink pending={change.isRevoking} onRevoke={change.revoke} />
        </>
      ) : (
        <>
          <p className="max-w-prose text-dim">
            Anyone with the link sees your card, without an account.{' '}
            {isOpen
              ? 'Until predictions lock it shows that you called it, not your songs.'
              : 'It shows your songs, and their points as they come in.'}{' '}
            You can take it back at any time.
          </p>
          <Button
            variant="lamp"
            className="justify-self-start"
            onClick={change.create}
            pending={change.isCreating}
            pendingText="Making the link…"
          >
            <Link2 aria-hidden />
            Make a public link
          </Button>
        </>
      )}
    </div>
  );
}

/** For what takes the focus when the buttons that had it go, because the link was made or revoked. */
function useFocusAfterChange(hasLink: boolean) {
  const region = useRef<HTMLDivElement>(null);
  const before = useRef(hasLink);
  useEffect(() => {
    if (before.current === hasLink) return;
    before.current = hasLink;
    // After the dialog that went with them has given it to nothing.
    const timer = setTimeout(() => region.current?.focus());
    return () => clearTimeout(timer);
  }, [hasLink]);
  return region;
}

type RevokeLinkProps = { pending: boolean; onRevoke: () => Promise<void> };

function RevokeLink({ pending, onRevoke }: RevokeLinkProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <div>
      <Button variant="ghost" className="-ml-4" onClick={() => setAsking(true)}>
        Revoke link
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Revoke this link?"
        text="Whoever opens it finds nothing any more, wherever it was posted. A link that you make later has another address."
        confirmLabel="Revoke link"
        pending={pending}
        pendingText="Revoking…"
        onConfirm={() => onRevoke().then(() => setAsking(false))}
      />
    </div>
  );
}

/** The picture that comes along where the link is posted, by the server that draws it. */
function PicturePreview({ url }: { url: string }) {
  const [hasFailed, setFailed] = useState(false);
  if (hasFailed) return null;
  return (
    <figure className="grid gap-2">
      <img
        // By its path: the link may name the site by another host than this page's.
        src={paths.cardPicture({ token: tokenIn(new URL(url).pathname) ?? '' })}
        alt="Your card, as it shows where the link is posted"
        width={1200}
        height={630}
        className="h-auto w-full rounded-panel border border-rail bg-well"
        onError={() => setFailed(true)}
      />
      <figcaption className="text-dim text-sm">This is what others see of it in a chat.</figcaption>
    </figure>
  );
}
