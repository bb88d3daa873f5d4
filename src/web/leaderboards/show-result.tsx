import type { ShowRow } from '#contract/leaderboards.ts';
import { formatWinners } from '#web/score-display/format-winners.ts';
import { Winners } from '#web/score-display/winners.tsx';
import { useUser } from '#web/session/use-user.ts';
import { LongName } from '#web/ui/list/long-name.tsx';
import { Panel } from '#web/ui/panel.tsx';

/** `rows` are sorted best first. */
export function ShowResult({ rows }: { rows: readonly ShowRow[] }) {
  const winners = formatWinners(rows, useUser().id);
  if (!winners) return null;
  return (
    <Panel title="Result">
      <p className="px-4.5 pb-3 font-semibold text-lg">
        <Winners sentence={winners} />
      </p>
      <ol aria-label="Top five">
        {rows.slice(0, TOP_COUNT).map(({ userId, rank, username, totalPoints }) => (
          <li
            key={userId}
            className="flex items-baseline gap-3 border-rail/60 border-t px-4.5 py-2 tabular-nums"
          >
            <span className="w-6 shrink-0 text-dim">{rank}</span>
            <LongName name={username} className="flex-1" />
            <span className="shrink-0 font-semibold">{totalPoints} pts</span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

const TOP_COUNT = 5;
