import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import type { DeletionImpact } from '#contract/deletion-impact.ts';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';

type ConfirmDeletionProps = Omit<ComponentProps<typeof ConfirmDialog>, 'disabled'> & {
  // biome-ignore lint/suspicious/noExplicitAny: the type of the query key doesn't matter
  impactQuery: UseQueryOptions<DeletionImpact, Error, DeletionImpact, any>;
};

export function ConfirmDeletion({ impactQuery, text, open, ...dialog }: ConfirmDeletionProps) {
  const impact = useQuery({ ...impactQuery, ...UNCACHED, enabled: open });
  return (
    <ConfirmDialog
      {...dialog}
      open={open}
      disabled={impact.data === undefined}
      text={
        <>
          {text} <DeletionImpactText impact={impact.data} hasFailed={impact.error !== null} />
        </>
      }
    />
  );
}

/** If `dependsOn` had topics, the deletion itself would refetch the count. */
export const UNCACHED = { staleTime: 0, gcTime: 0, meta: { dependsOn: [] } };

type DeletionImpactTextProps = { impact: DeletionImpact | undefined; hasFailed: boolean };

export function DeletionImpactText({ impact, hasFailed }: DeletionImpactTextProps): ReactNode {
  return (
    <span aria-live="polite" className="mt-2 block text-text">
      {formatImpactMessage(impact, hasFailed)}
    </span>
  );
}

function formatImpactMessage(impact: DeletionImpact | undefined, hasFailed: boolean): string {
  if (impact) return `This deletes ${formatImpact(impact) ?? 'nothing else'}.`;
  if (hasFailed) return "Couldn't load what will be deleted. Close this dialog and try again.";
  return 'Checking what will be deleted...';
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
  leaguePosts: ['post in a league', 'posts in leagues'],
  replies: ['reply', 'replies'],
  posts: ['post', 'posts'],
  sessions: ['session', 'sessions'],
  changes: ["administrator's change", "administrators' changes"],
};

export function listImpacts(impact: DeletionImpact): string[] {
  return (Object.keys(NOUNS) as (keyof DeletionImpact)[]).flatMap((kind) => {
    const count = impact[kind] ?? 0;
    const [singular, plural] = NOUNS[kind];
    return count === 0
      ? []
      : [`${count.toLocaleString('en-US')} ${count === 1 ? singular : plural}`];
  });
}

/** Returns '214 predictions and 4 public links', or undefined if all counts are zero. */
export function formatImpact(impact: DeletionImpact): string | undefined {
  const parts = listImpacts(impact);
  return parts.length > 0 ? new Intl.ListFormat('en').format(parts) : undefined;
}
