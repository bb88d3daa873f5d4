import { useState } from 'react';
import { type DemoContent, emptyDemo, TYPE_THE_BAND } from '#contract/setup.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { callWithFreshSignIn } from '#web/session/call-with-fresh-sign-in.ts';
import { Button } from '#web/ui/button.tsx';
import { TypedConfirm } from '#web/ui/overlay/typed-confirm.tsx';
import { useDialogItem } from '#web/ui/overlay/use-dialog-item.ts';

type EmptyDemoProps = { onGone?: (() => void) | undefined };

/** The button, and the question before the demo band's shows and songs go. */
export function EmptyDemo({ onGone }: EmptyDemoProps) {
  const dialog = useDialogItem<DemoContent>();
  const [nothing, setNothing] = useState(false);
  const count = useMutation(
    mutationFor(emptyDemo, {
      send: callWithFreshSignIn<typeof emptyDemo>,
      failed: 'What would go could not be counted',
      onSuccess(content) {
        if (content.shows + content.songs > 0) dialog.openFor(content);
        else setNothing(true);
      },
    }),
  );
  return (
    <>
      <Button
        className="justify-self-start max-sm:w-full"
        pending={count.isPending}
        pendingText="Counting..."
        onClick={() => count.mutate({ body: { name: null } })}
      >
        See what would go
      </Button>
      {nothing && <p role="status">Nothing of the demo is left.</p>}
      {dialog.subject && (
        <EmptyDemoDialog
          key={dialog.turn}
          content={dialog.subject}
          open={dialog.open}
          onClose={dialog.close}
          onGone={onGone}
        />
      )}
    </>
  );
}

type DialogProps = EmptyDemoProps & {
  content: DemoContent;
  open: boolean;
  onClose: () => void;
};

function EmptyDemoDialog({ content, open, onClose, onGone }: DialogProps) {
  const empty = useMutation(
    mutationFor(emptyDemo, {
      send: callWithFreshSignIn<typeof emptyDemo>,
      done: ({ savedAs }) => ({
        title: 'The demo is gone',
        description: `What was there before is in ${savedAs}.`,
      }),
      failed: 'The demo could not be taken away',
      onSuccess() {
        onClose();
        onGone?.();
      },
    }),
  );

  const { bandName, shows, songs, songsKept, predictions, fans } = content;
  return (
    <TypedConfirm
      open={open}
      onClose={onClose}
      title={`Take ${bandName} away?`}
      submitLabel="Take it away"
      pending={empty.isPending}
      pendingText="Taking it away..."
      name={bandName}
      refusal={TYPE_THE_BAND}
      onConfirm={() => void empty.mutate({ body: { name: bandName } })}
    >
      <p>
        <strong className="text-text">
          {counted(shows, 'show')} and {counted(songs, 'song')} go
        </strong>
        , with their setlists
        {predictions > 0
          ? `, ${counted(predictions, 'prediction')} of ${counted(fans, 'fan')}, and the points of those.`
          : '. Nobody has predicted any of these shows.'}
      </p>
      {songsKept > 0 && (
        <p>{counted(songsKept, 'more song')} of the demo stay: shows of your own have them.</p>
      )}
      <p>
        Accounts and forum threads stay, and so does every show and song that you have added. The
        present state is saved first, as a backup.
      </p>
    </TypedConfirm>
  );
}

function counted(count: number, what: string): string {
  return `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
}
