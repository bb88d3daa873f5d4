import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getLeagueSeason, type SeasonRow } from '#contract/league-boards.ts';
import { paths } from '#contract/pages.ts';
import { Board } from '#web/board/board.tsx';
import { BoardRow } from '#web/board/board-row.tsx';
import { useBoardPage } from '#web/board/use-board-page.ts';
import { queryWithTotalFor } from '#web/http/query-for.ts';
import { RulesLink } from '#web/score-display/rules-link.tsx';

export function SeasonBoard({ leagueId }: { leagueId: string }) {
  const page = useBoardPage();
  const season = useQuery({
    ...queryWithTotalFor(getLeagueSeason, { params: { id: leagueId }, query: page.query }),
    placeholderData: keepPreviousData,
  });
  const hasShows = season.data?.rows.some(({ showCount }) => showCount > 0);
  return (
    <section aria-label="Season" className="grid gap-3">
      <div>
        <h2 className="poster text-poster-md">Season</h2>
        <p className="text-dim">
          {hasShows === false
            ? "Standings appear after the league's first show."
            : 'Ties are broken by nights won, then songs in the exact spot, then songs played.'}
        </p>
        <RulesLink />
      </div>
      <Board
        query={season}
        ownRow={undefined}
        page={page}
        emptyState={null}
        renderRow={(row, isOwn) => (
          <BoardRow
            key={row.userId}
            data-slide={row.userId}
            rank={row.rank}
            username={row.username}
            href={paths.fan({ username: row.username })}
            figure={row.totalPoints}
            isOwn={isOwn}
            isPinned={isOwn}
            hasMedal={row.rank <= 3 && row.totalPoints > 0}
            details={row.showCount > 0 && formatSeason(row)}
          />
        )}
      />
    </section>
  );
}

/** '8 of 9 shows · 2 nights won' */
export function formatSeason({
  shows,
  showCount,
  nightsWon,
}: Pick<SeasonRow, 'shows' | 'showCount' | 'nightsWon'>): string {
  const played = `${shows} of ${showCount} ${showCount === 1 ? 'show' : 'shows'}`;
  if (nightsWon === 0) return played;
  return `${played} · ${nightsWon} ${nightsWon === 1 ? 'night' : 'nights'} won`;
}
