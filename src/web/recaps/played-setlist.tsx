import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { paths } from '#contract/pages.ts';
import { getSetlist, type SetlistEntry } from '#contract/setlists.ts';
import { queryFor } from '#web/http/query-for.ts';
import { groupBySet } from '#web/show-display/group-by-set.ts';
import { SetlistCredits } from '#web/show-display/setlist-credits.tsx';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';

export function PlayedSetlist({ showId }: { showId: string }) {
  const setlist = useQuery(queryFor(getSetlist, { params: { id: showId } })).data ?? [];
  if (setlist.length === 0) return null;
  return (
    <Panel title="Setlist">
      <div className="grid gap-3 px-4.5 pb-4.5">
        {groupBySet(setlist).map((set) => (
          <p key={set[0].id} className="wrap-anywhere">
            {set[0].setLabel && (
              <span className="font-semibold text-dim">
                <bdi>{set[0].setLabel}</bdi>:{' '}
              </span>
            )}
            {formatSet(set)}
          </p>
        ))}
        <SetlistCredits showId={showId} />
        <Button asChild className="justify-self-start">
          <Link href={paths.liveSetlist({ show: showId })}>View Setlist</Link>
        </Button>
      </div>
    </Panel>
  );
}

function formatSet(set: readonly SetlistEntry[]): string {
  return set
    .map(({ song, segue }, index) => {
      const separator = index === set.length - 1 ? '' : segue ? ' > ' : ' · ';
      return `${song.title}${separator}`;
    })
    .join('');
}
