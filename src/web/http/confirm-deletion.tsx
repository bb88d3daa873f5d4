import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import type { DeletionImpact } from '#contract/deletion-impact.ts';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';

type ConfirmLossProps = Omit<ComponentProps<typeof ConfirmDialog>, 'disabled'> & {
  // biome-ignore lint/suspicious/noExplicitAny: the type of the query key doesn't matter
  loss: UseQueryOptions<DeletionImpact, Error, DeletionImpact, any>;
};

export function ConfirmDeletion({ loss, text, open, ...dialog }: ConfirmLossProps) {
  const impact = useQuery({ ...loss, ...READ_ONCE, enabled: open });
  return (
    <ConfirmDialog
      {...dialog}
      open={open}
      disabled={impact.data === undefined}
      text={
        <>
          {text} <DeletionImpactText going={impact.data} hasFailed={impact.error !== null} />
        </>
      }
    />
  );
}

/** `dependsOn` is empty, or the deletion would refetch the count of what it deleted. */
export const READ_ONCE = { staleTime: 0, gcTime: 0, meta: { dependsOn: [] } };

type DeletionImpactTextProps = { going: DeletionImpact | undefined; hasFailed: boolean };

export function DeletionImpactText({ going, hasFailed }: DeletionImpactTextProps): ReactNode {
  return (
    <span aria-live="polite" className="mt-2 block text-text">
      {impactSentence(going, hasFailed)}
    </span>
  );
}

function impactSentence(going: DeletionImpact | undefined, hasFailed: boolean): string {
  if (going) return `This deletes ${formatImpact(going) ?? 'nothing else'}.`;
  if (hasFailed) return 'Could not count what this deletes. Close this and try again.';
  return 'Counting what this deletes…';
}

const NOUNS: Record<keyof DeletionImpact, readonly [string, string]> = {
  accounts: ['account', 'accounts'],
  predictions: ['prediction', 'predictions'],
  scores: ['score', 'scores'],
  picks: ['pick', 'picks'],
  setlistSongs: ['setlist song', 'setlist songs'],
  shares: ['public link', 'public links'],
  threads: ['thread', 'threads'],
  othersReplies: ['reply by others', 'replies by others'],
  replies: ['reply', 'replies'],
  sessions: ['session', 'sessions'],
  changes: ["administrator's change", "administrators' changes"],
};

export function impactParts(going: DeletionImpact): string[] {
  return (Object.keys(NOUNS) as (keyof DeletionImpact)[]).flatMap((kind) => {
    const count = going[kind] ?? 0;
    const [singular, plural] = NOUNS[kind];
    return count === 0
      ? []
      : [`${count.toLocaleString('en-US')} ${count === 1 ? singular : plural}`];
  });
}

/** '214 predictions and 4 public links'; undefined if all counts are zero. */
export function formatImpact(going: DeletionImpact): string | undefined {
  const parts = impactParts(going);
  return parts.length > 0 ? new Intl.ListFormat('en').format(parts) : undefined;
}
