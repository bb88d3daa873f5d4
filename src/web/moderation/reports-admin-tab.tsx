import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { listReports, type ReportedContent } from '#contract/moderation.ts';
import { useBoardPage, useResetPastEnd } from '#web/board/use-board-page.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryWithTotalFor } from '#web/http/query-for.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { SelectField } from '#web/ui/form/select-field.tsx';
import { focusIfLost } from '#web/ui/list/focus-if-lost.ts';
import { Pager } from '#web/ui/list/pager.tsx';
import { ReportedItem } from './reported-item.tsx';

type State = 'open' | 'removed';

type OnEndPosting = ((fan: ReportedContent['fan']) => void) | undefined;

/** With `onEndPosting`, each report offers to remove everything its fan wrote. */
export function ReportsAdminTab({ onEndPosting }: { onEndPosting?: OnEndPosting }) {
  const [state, setState] = useState<State>('open');
  return (
    <div className="grid gap-5">
      <SelectField
        label="List"
        className="max-w-72"
        options={[
          { value: 'open', label: 'Open reports' },
          { value: 'removed', label: 'Removed content' },
        ]}
        value={state}
        onChange={({ target }) => setState(target.value === 'removed' ? 'removed' : 'open')}
      />
      <ReportList key={state} state={state} onEndPosting={onEndPosting} />
    </div>
  );
}

function ReportList({ state, onEndPosting }: { state: State; onEndPosting: OnEndPosting }) {
  const page = useBoardPage();
  const reports = useQuery({
    ...queryWithTotalFor(listReports, { query: { ...page.query, state } }),
    placeholderData: keepPreviousData,
  });
  const list = useRef<HTMLDivElement>(null);
  const hasDecided = useRef(false);
  const onDecided = useCallback(() => {
    hasDecided.current = true;
  }, []);
  // The decided item had the focus.
  useEffect(() => {
    if (reports.data && hasDecided.current) focusIfLost(list.current);
    hasDecided.current = false;
  }, [reports.data]);
  const { offset, pageSize, setOffset } = page;
  useResetPastEnd(page, reports.data?.total);
  return (
    <Loaded
      query={reports}
      label="Loading the reports"
      errorMessage="The reports could not be loaded."
    >
      {({ rows, total }) => (
        <div ref={list} tabIndex={-1} className="grid gap-4 outline-none">
          {total === 0 && (
            <EmptyState
              title={state === 'open' ? 'No open reports' : 'No removed content'}
              text={
                state === 'open'
                  ? 'Content that fans report appears here.'
                  : 'Posts and names that a moderator removed appear here.'
              }
            />
          )}
          <ul aria-label="Reports" className="grid gap-4">
            {rows.map((item) => (
              <ReportedItem
                key={item.id}
                item={item}
                onDecided={onDecided}
                onEndPosting={onEndPosting}
              />
            ))}
          </ul>
          {total > pageSize && (
            <Pager offset={offset} pageSize={pageSize} rowCount={total} onOffset={setOffset} />
          )}
        </div>
      )}
    </Loaded>
  );
}
