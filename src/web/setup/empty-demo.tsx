import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type DemoContent, emptyDemo, getDemoContent, TYPE_THE_BAND } from '#contract/setup.ts';
import { UNCACHED } from '#web/http/confirm-deletion.tsx';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { queryFor } from '#web/http/query-for.ts';
import { callWithFreshSignIn } from '#web/session/call-with-fresh-sign-in.ts';
import { Button } from '#web/ui/button.tsx';
import { TypedConfirm } from '#web/ui/overlay/typed-confirm.tsx';

type EmptyDemoProps = { onRemoved?: (() => void) | undefined };

export function EmptyDemo({ onRemoved }: EmptyDemoProps) {
  const [isOpen, setOpen] = useState(false);
  const content = useQuery({ ...queryFor(getDemoContent), ...UNCACHED, enabled: isOpen });
  const isEmpty = content.data && content.data.shows + content.data.songs === 0;
  return (
    <>
      <Button
        className="justify-self-start max-sm:w-full"
        pending={content.isFetching}
        pendingText="Counting..."
        onClick={() => setOpen(true)}
      >
        See what will be removed
      </Button>
      {isEmpty && <p role="status">The demo has already been removed.</p>}
      {content.error && (
        <p role="alert" className="text-danger">
          The demo's contents could not be loaded. Please try again in a moment.
        </p>
      )}
      {content.data && !isEmpty && (
        <EmptyDemoDialog
          content={content.data}
          open={isOpen}
          onClose={() => setOpen(false)}
          onRemoved={onRemoved}
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

function EmptyDemoDialog({ content, open, onClose, onRemoved }: DialogProps) {
  const empty = useMutation(
    mutationFor(emptyDemo, {
      send: callWithFreshSignIn<typeof emptyDemo>,
      successToast: ({ savedAs }) => ({
        title: 'Demo removed',
        description: `The previous state is saved as ${savedAs}.`,
      }),
      errorToast: 'The demo could not be removed',
      onSuccess() {
        onClose();
        onRemoved?.();
      },
    }),
  );

  const { bandName, shows, songs, songsKept, predictions, fans, posts } = content;
  return (
    <TypedConfirm
      open={open}
      onClose={onClose}
      title={`Remove ${bandName}?`}
      submitLabel="Remove the demo"
      pending={empty.isPending}
      pendingText="Removing..."
      name={bandName}
      mismatchText={TYPE_THE_BAND}
      onConfirm={() => void empty.mutate({ body: { name: bandName } })}
    >
      <p>
        <strong className="text-text">
          {formatCount(shows, 'show')} and {formatCount(songs, 'song')} will be removed
        </strong>
        , with their setlists
        {predictions > 0
          ? `, ${formatCount(predictions, 'prediction')} by ${formatCount(fans, 'fan')}, and their points.`
          : '. These shows have no predictions.'}
      </p>
      {posts > 0 && <p>Their threads go too, with {formatCount(posts, 'post')}.</p>}
      {songsKept > 0 && (
        <p>{formatCount(songsKept, 'demo song')} will stay because your own shows use them.</p>
      )}
      <p>
        Accounts, other forum threads, and the shows and songs you added stay. The current state is
        saved as a backup first.
      </p>
    </TypedConfirm>
  );
}

function formatCount(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
