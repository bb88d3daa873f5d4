import { Link } from 'wouter';
import { paths } from '#contract/pages.ts';
import { formatCount } from '#contract/tour-card.ts';
import type { TourRecap } from '#contract/tour-recaps.ts';
import { BoardRow } from '#web/board/board-row.tsx';
import { useUser } from '#web/session/use-user.ts';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';

export function TourTop({ recap: { name, top, fans } }: { recap: TourRecap }) {
  const { id: userId } = useUser();
  return (
    <Panel
      title="Top of the tour"
      aside={fans > 0 && <p className="text-dim text-sm">{formatCount(fans, 'fan')}</p>}
    >
      {top.length > 0 ? (
        <ol>
          {top.map((row) => (
            <BoardRow
              key={row.userId}
              rank={row.rank}
              username={row.username}
              href={paths.fan({ username: row.username })}
              figure={row.totalPoints}
              isOwn={row.userId === userId}
              isPinned={false}
              hasMedal={row.rank <= 3 && row.totalPoints > 0}
              details={`${formatCount(row.gamesPlayed, 'show')} · ${formatCount(row.nightsWon, 'night')} won`}
            />
          ))}
        </ol>
      ) : (
        <p className="px-4.5 pb-3 text-dim">No fan has points on this tour.</p>
      )}
      <div className="px-4.5 py-3.5">
        <Button asChild>
          <Link href={paths.globalLeaderboard({ tour: name })}>Full leaderboard</Link>
        </Button>
      </div>
    </Panel>
  );
}
