import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { Loaded } from '#web/http/loaded.tsx';
import { useUser } from '#web/session/use-user.ts';
import { classes } from '#web/ui/class-names.ts';
import { Pager } from '#web/ui/list/pager.tsx';
import { SkeletonRows } from '#web/ui/loading/skeleton.tsx';
import { type BoardPage, useResetPastEnd } from './use-board-page.ts';
import { useSlidingRows } from './use-sliding-rows.ts';

type BoardProps<Row> = {
  query: UseQueryResult<{ rows: Row[]; total: number }>;
  ownRow: Row | null | undefined;
  isOwnRowPinned?: boolean | undefined;
  page: BoardPage;
  emptyState: ReactNode;
  renderRow: (row: Row, isOwn: boolean) => ReactNode;
  /** Appears with the rows, so that they don't push it down. */
  footer?: ReactNode;
};

export function Board<Row extends { userId: string }>(props: BoardProps<Row>) {
  const { query, ownRow, page, emptyState, renderRow, footer, isOwnRowPinned = true } = props;
  const { id: userId } = useUser();
  const top = useRef<HTMLDivElement>(null);
  const total = query.data?.total;
  useResetPastEnd(page, total);

  function goToOffset(offset: number) {
    page.setOffset(offset);
    const isScrolledPast = (top.current?.getBoundingClientRect().top ?? 0) < 0;
    if (isScrolledPast) top.current?.scrollIntoView({ block: 'start' });
  }

  const renderPage = (rows: Row[]) => (
    <div ref={top} className="grid scroll-mt-30 gap-4">
      <div>
        <Rows key={page.offset}>{rows.map((row) => renderRow(row, row.userId === userId))}</Rows>
        {ownRow && !rows.some((row) => row.userId === userId) && (
          <ol
            aria-label="Your row"
            className={classes(
              'border-edge border-t-2 bg-stage',
              isOwnRowPinned && 'sticky bottom-(--page-foot) z-10',
            )}
          >
            {renderRow(ownRow, true)}
          </ol>
        )}
      </div>
      {total !== undefined && total > page.pageSize && (
        <Pager
          offset={page.offset}
          pageSize={page.pageSize}
          rowCount={total}
          onOffset={goToOffset}
        />
      )}
    </div>
  );
  return (
    <Loaded
      query={query}
      label="Loading leaderboard..."
      errorMessage="The leaderboard could not be loaded."
      skeleton={LOADING_SKELETON}
    >
      {({ rows }) => (
        <div className="grid grid-cols-1 gap-4">
          {rows.length > 0 ? renderPage(rows) : emptyState}
          {footer}
        </div>
      )}
    </Loaded>
  );
}

function Rows({ children }: { children: ReactNode }) {
  const list = useSlidingRows<HTMLOListElement>();
  return <ol ref={list}>{children}</ol>;
}

/** Hidden from screen readers, because the region already announces it. */
const LOADING_SKELETON = (
  <>
    <p aria-hidden className="pb-2 text-dim">
      Loading leaderboard...
    </p>
    <SkeletonRows count={6} />
  </>
);
