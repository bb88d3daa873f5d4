import { Link } from 'wouter';
import { paths } from '#contract/pages.ts';
import type { ShowRecap } from '#contract/recaps.ts';
import { BoardRow } from '#web/board/board-row.tsx';
import { findRowPath } from '#web/board/find-row-path.ts';
import { useUser } from '#web/session/use-user.ts';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';

type PodiumProps = {
  showId: string;
  recap: Pick<ShowRecap, 'podium' | 'podiumSize' | 'fans' | 'averageScore'>;
};

export function Podium({ showId, recap }: PodiumProps) {
  const { podium, podiumSize, fans, averageScore } = recap;
  const { id: userId } = useUser();
  const hiddenCount = podiumSize - podium.length;
  return (
    <Panel
      title="Podium"
      aside={
        fans > 0 && (
          <p className="text-dim text-sm tabular-nums">
            {fans.toLocaleString('en-US')} {fans === 1 ? 'fan' : 'fans'} · average{' '}
            {Number(averageScore).toFixed(1)}
          </p>
        )
      }
    >
      {podium.length > 0 ? (
        <ol>
          {podium.map((row) => (
            <BoardRow
              key={row.userId}
              rank={row.rank}
              username={row.username}
              href={findRowPath(row, { showId, isOwn: row.userId === userId })}
              figure={row.totalPoints}
              isOwn={row.userId === userId}
              isPinned={false}
              isPrivate={row.isPrivate && row.userId !== userId}
              hasMedal
            />
          ))}
        </ol>
      ) : (
        <p className="px-4.5 pb-3 text-dim">No fan has points for this show.</p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4.5 py-3.5">
        <Button asChild>
          <Link href={paths.showLeaderboard({ show: showId })}>Full leaderboard</Link>
        </Button>
        {hiddenCount > 0 && (
          <p className="text-dim text-sm">
            and {hiddenCount.toLocaleString('en-US')} more in the top three
          </p>
        )}
      </div>
    </Panel>
  );
}
