import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import type { DeletionImpact } from '#contract/deletion-impact.ts';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';

type ConfirmLossProps = Omit<ComponentProps<typeof ConfirmDialog>, 'disabled'> & {
  /** The reading that says what goes. */
  // biome-ignore lint/suspicious/noExplicitAny: of a query's key nothing is asked here
  loss: UseQueryOptions<DeletionImpact, Error, DeletionImpact, any>;
};

/** A question before something is deleted for good: says what goes with it, as the server counts it then. */
export function ConfirmDeletion({ loss, text, open, ...dialog }: ConfirmLossProps) {
  const counted = useQuery({ ...loss, ...READ_ONCE, enabled: open });
  return (
    <ConfirmDialog
      {...dialog}
      open={open}
      disabled={counted.data === undefined}
      text={
        <>
          {text} <DeletionImpactText going={counted.data} hasFailed={counted.error !== null} />
        </>
      }
    />
  );
}

/**
 * Read when the question opens, and never what it was when somebody asked before. It depends on
 * nothing: what has just been deleted is not counted once more.
 */
export const READ_ONCE = { staleTime: 0, gcTime: 0, meta: { dependsOn: [] } };

type LossProps = { going: DeletionImpact | undefined; hasFailed: boolean };

/** What goes, in words, as soon as it is counted. */
export function DeletionImpactText({ going, hasFailed }: LossProps): ReactNode {
  return (
    <span aria-live="polite" className="mt-2 block text-text">
      {lossIn(going, hasFailed)}
    </span>
  );
}

function lossIn(going: DeletionImpact | undefined, hasFailed: boolean): string {
  if (going) return `What goes: ${formatImpact(going) ?? 'nothing else'}.`;
  if (hasFailed) return 'What goes with it could not be counted. Close this, and try again.';
  return 'Counting what goes with it…';
}

/** One, and several. */
const WORDS: Record<keyof DeletionImpact, readonly [string, string]> = {
  accounts: ['account', 'accounts'],
  predictions: ['prediction', 'predictions'],
  scores: ['score', 'scores'],
  picks: ['pick', 'picks'],
  setlistSongs: ['setlist song', 'setlist songs'],
  shares: ['public link', 'public links'],
  threads: ['thread', 'threads'],
  othersReplies: ['reply of others', 'replies of others'],
  replies: ['reply', 'replies'],
  sessions: ['session', 'sessions'],
  changes: ["administrator's change", "administrators' changes"],
};

/** '214 predictions', '4 public links', …: what there is none of is left out. */
export function impactParts(going: DeletionImpact): string[] {
  return (Object.keys(WORDS) as (keyof DeletionImpact)[]).flatMap((kind) => {
    const many = going[kind] ?? 0;
    const [one, several] = WORDS[kind];
    return many === 0 ? [] : [`${many.toLocaleString('en-US')} ${many === 1 ? one : several}`];
  });
}

/** The same as part of a sentence: '214 predictions and 4 public links'; undefined for nothing. */
export function formatImpact(going: DeletionImpact): string | undefined {
  const parts = impactParts(going);
  return parts.length > 0 ? new Intl.ListFormat('en').format(parts) : undefined;
}
