import type { ReactNode } from 'react';
import { ScrollRegion } from '#web/ui/scroll-region.tsx';
import type { NightParts } from './night-parts.ts';

/**
 * Where there is room, all beside each other. The page scrolls with the setlist; standings and picks
 * stay in sight and scroll in themselves, above each other or as two columns.
 */
export function NightColumns({ setlist, standings, picks }: NightParts) {
  return (
    <div className="grid grid-cols-2 items-start gap-x-8 pt-3 xl:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)_minmax(0,1fr)]">
      <div className="min-w-0">{setlist}</div>
      <div className="grid min-w-0 gap-10 xl:contents">
        <Column label="Standings">
          <h2 className="poster pb-2 text-poster-lg">Standings</h2>
          {standings}
        </Column>
        <Column label="My picks">{picks}</Column>
      </div>
    </div>
  );
}

function Column({ label, children }: { label: string; children: ReactNode }) {
  return (
    // The margins leave room for tape and shade, which would be cut off where it scrolls.
    <ScrollRegion
      label={label}
      className="-mx-4 -mt-3 min-w-0 scroll-quiet px-4 pt-3 focus-visible:-outline-offset-2 xl:sticky xl:top-1 xl:max-h-[calc(100dvh-var(--page-foot)-0.5rem)] xl:overflow-y-auto xl:pb-6"
    >
      {children}
    </ScrollRegion>
  );
}
