import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { Loaded } from '#web/http/loaded.tsx';
import { useUser } from '#web/session/use-user.ts';
import { Pager } from '#web/ui/list/pager.tsx';
import { SkeletonRows } from '#web/ui/loading/skeleton.tsx';
import type { BoardPage } from './use-board-page.ts';
import { useSlidingRows } from './use-sliding-rows.ts';

type BoardProps<Row> = {
  query: UseQueryResult<{ rows: Row[]; total: number }>;
  /** One's own row of the whole board: pinned below where it is outside the rows shown. */
  own: Row | null | undefined;
  page: BoardPage;
  /** In place of a board without rows. */
  empty: ReactNode;
  /** Draws a BoardRow, which it gives its key. */
  line: (row: Row, isOwn: boolean) => ReactNode;
};

/** A page of a board, with what waiting, failing and being empty look like. */
export function Board<Row extends { userId: string }>(props: BoardProps<Row>) {
  const { query, own, page, empty, line } = props;
  const { id: userId } = useUser();
  const top = useRef<HTMLDivElement>(null);
  const total = query.data?.total;
  // A board that has become shorter may have lost the page that is shown.
  const isBeyond = total !== undefined && page.offset > 0 && page.offset >= total;
  useEffect(() => {
    if (isBeyond) page.turnTo(0);
  }, [isBeyond, page]);

  function turnTo(offset: number) {
    page.turnTo(offset);
    const isPast = (top.current?.getBoundingClientRect().top ?? 0) < 0;
    if (isPast) top.current?.scrollIntoView({ block: 'start' });
  }

  const pageOf = (rows: Row[]) => (
    <div ref={top} className="grid scroll-mt-30 gap-4">
      <div>
        <Rows key={page.offset}>{rows.map((row) => line(row, row.userId === userId))}</Rows>
        {own && !rows.some((row) => row.userId === userId) && (
          <ol
            aria-label="Your own row"
            className="sticky bottom-(--page-foot,0px) z-10 border-edge border-t-2 bg-stage"
          >
            {line(own, true)}
          </ol>
        )}
      </div>
      {total !== undefined && total > page.rows && (
        <Pager
          from={page.offset + 1}
          to={page.offset + rows.length}
          total={total}
          onPrevious={page.offset > 0 ? () => turnTo(page.offset - page.rows) : undefined}
          onNext={
            page.offset + page.rows < total ? () => turnTo(page.offset + page.rows) : undefined
          }
        />
      )}
    </div>
  );
  return (
    <Loaded
      query={query}
      label="Loading leaderboard..."
      failed="The leaderboard could not be loaded."
      skeleton={LOADING}
    >
      {({ rows }) => (rows.length > 0 ? pageOf(rows) : empty)}
    </Loaded>
  );
}

function Rows({ children }: { children: ReactNode }) {
  const list = useSlidingRows<HTMLOListElement>();
  return <ol ref={list}>{children}</ol>;
}

/** Its words are to be seen as well, which the region already says to those who listen. */
const LOADING = (
  <>
    <p aria-hidden className="pb-2 text-dim">
      Loading leaderboard...
    </p>
    <SkeletonRows count={6} />
  </>
);
