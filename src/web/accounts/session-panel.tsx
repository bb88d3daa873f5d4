import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { listSessions } from '#contract/accounts.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { Panel } from '#web/ui/panel.tsx';
import { SessionRow } from './session-row.tsx';

/** Where one is signed in, and the way to end it there. Fetched anew whenever it opens. */
export function SessionPanel() {
  const sessions = useQuery({ ...queryFor(listSessions), refetchOnMount: 'always' });
  const list = useRef<HTMLUListElement>(null);
  return (
    <Panel title="Signed in on">
      <div className="px-4.5 pb-4">
        <Loaded
          query={sessions}
          label="Loading your sessions"
          failed="Your sessions could not be loaded."
        >
          {(rows) => (
            // Takes the focus of a row that went.
            <ul ref={list} tabIndex={-1} aria-label="Your sessions" className="outline-none">
              {rows
                .toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
                .map((session) => (
                  <SessionRow
                    key={session.id}
                    session={session}
                    onEnded={() => list.current?.focus()}
                  />
                ))}
            </ul>
          )}
        </Loaded>
      </div>
    </Panel>
  );
}
