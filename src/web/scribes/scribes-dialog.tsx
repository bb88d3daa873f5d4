import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { paths } from '#contract/pages.ts';
import { inviteScribe, listScribes, removeScribe, type Scribe } from '#contract/scribes.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { queryFor } from '#web/http/query-for.ts';
import { Button } from '#web/ui/button.tsx';
import { LinkTools } from '#web/ui/form/link-tools.tsx';
import { focusIfLost } from '#web/ui/list/focus-if-lost.ts';
import { LongName } from '#web/ui/list/long-name.tsx';
import { lazyComponent } from '#web/ui/loading/lazy.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { useDialogItem } from '#web/ui/overlay/use-dialog-item.ts';

/** A show, or without an ID, a tour. */
export interface ScribesSubject {
  name: string;
  showId?: string;
  tourName: string | null;
}

type ScribesDialogProps = { subject: ScribesSubject; open: boolean; onClose: () => void };

export function ScribesDialog({ subject, open, onClose }: ScribesDialogProps) {
  const scribes = useQuery(queryFor(listScribes));
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      size="fit"
      title={`Scribes of ${subject.name}`}
      description={
        subject.showId
          ? 'A scribe enters the setlist, takes the show live and finishes it. Their access ends when the show closes.'
          : 'A scribe enters the setlists of all shows of this tour, takes them live and finishes them. Their access ends when the last show closes.'
      }
    >
      <div className="grid gap-5">
        <Loaded
          query={scribes}
          label="Loading the scribes"
          errorMessage="The scribes could not be loaded."
        >
          {(list) => (
            <ScribeList
              scribes={list.filter((scribe) => isScribeFor(scribe, subject))}
              subject={subject}
            />
          )}
        </Loaded>
        <Invite subject={subject} />
      </div>
    </Dialog>
  );
}

function isScribeFor({ showId, tourName }: Scribe, subject: ScribesSubject): boolean {
  return showId === null ? tourName === subject.tourName : showId === subject.showId;
}

function ScribeList({ scribes, subject }: { scribes: readonly Scribe[]; subject: ScribesSubject }) {
  const list = useRef<HTMLUListElement>(null);
  const remove = useMutation(
    mutationFor(removeScribe, { errorToast: 'Failed to remove the scribe' }),
  );

  async function removeOne(id: string) {
    await remove.mutate({ params: { id } });
    focusIfLost(list.current);
  }

  return (
    <ul ref={list} tabIndex={-1} aria-label="Scribes" className="outline-none">
      {scribes.length === 0 && <li className="text-dim">No scribes yet.</li>}
      {scribes.map(({ id, fan, tourName }) => (
        <li
          key={id}
          className="flex min-h-13 items-center gap-3 border-rail/60 border-b last:border-b-0"
        >
          <span className="min-w-0 flex-1">
            {fan ? (
              <LongName name={fan.username} className="font-semibold" />
            ) : (
              'Invitation, not accepted yet'
            )}
            {tourName !== null && subject.showId && (
              <span className="block text-dim text-sm">For the whole tour</span>
            )}
          </span>
          <Button
            size="sm"
            disabled={remove.isPending}
            aria-label={fan ? `Remove ${fan.username}` : 'Remove the invitation'}
            onClick={() => void removeOne(id)}
          >
            Remove
          </Button>
        </li>
      ))}
    </ul>
  );
}

function Invite({ subject: { name, showId, tourName } }: { subject: ScribesSubject }) {
  const [token, setToken] = useState<string>();
  const qr = useDialogItem();
  const invite = useMutation(
    mutationFor(inviteScribe, {
      errorToast: 'Failed to invite',
      onSuccess: ({ invitation }) => setToken(invitation),
    }),
  );
  const body = showId ? { showId } : { tourName: tourName ?? '' };
  const url = token && new URL(paths.scribe({ invitation: token }), location.href).href;
  const title = `Setlist of ${name}`;
  return (
    <div className="grid gap-3">
      {url && (
        <>
          <p className="text-dim">
            One fan can accept this link. Copy it now: it isn't shown again.
          </p>
          <LinkTools label="Invitation link" url={url} title={title}>
            <Button onClick={() => qr.show()}>QR code</Button>
          </LinkTools>
          {qr.key > 0 && (
            <LinkQr
              title={title}
              url={url}
              fileName="scribe-invitation.png"
              open={qr.open}
              onClose={qr.close}
            />
          )}
        </>
      )}
      <Button
        variant={url ? 'quiet' : 'lamp'}
        className="justify-self-start"
        pending={invite.isPending}
        pendingText="Inviting..."
        onClick={() => invite.mutate({ body })}
      >
        {url ? 'Invite another scribe' : 'Invite a scribe'}
      </Button>
    </div>
  );
}

const LinkQr = lazyComponent(async () => ({
  default: (await import('#web/qr/link-qr.tsx')).LinkQr,
}));
