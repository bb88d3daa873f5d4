import { useQuery } from '@tanstack/react-query';
import { getVenueStatistics, type VenueStatistic } from '#contract/statistics.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { shortDate } from '#web/time/venue-time.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Table, Td, Th } from '#web/ui/list/table.tsx';

export function VenuesTab() {
  const venues = useQuery(queryFor(getVenueStatistics));
  return (
    <Loaded
      query={venues}
      label="Loading the venues"
      errorMessage="The venues could not be loaded."
    >
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState title="No venues yet" text="Shows are counted once they have started." />
        ) : (
          <VenueTable venues={rows} />
        )
      }
    </Loaded>
  );
}

function VenueTable({ venues }: { venues: readonly VenueStatistic[] }) {
  return (
    <Table label="Shows per city" className="rounded-panel border border-rail bg-stage">
      <thead>
        <tr>
          <Th>City</Th>
          <Th className="max-sm:hidden">State</Th>
          <Th numeric>Shows</Th>
          <Th numeric className="max-sm:hidden">
            Last show
          </Th>
        </tr>
      </thead>
      <tbody>
        {venues.map((venue) => {
          const { city, state, showCount } = venue;
          const lastShow = shortDate(venue.lastShowDate, venue.timeZone);
          return (
            <tr key={`${city}, ${state}`}>
              <Td className="wrap-anywhere font-semibold">
                {city}
                {state && <span className="sm:hidden">, {state}</span>}
                <span className="block font-normal text-dim text-xs sm:hidden">
                  Last show: {lastShow}
                </span>
              </Td>
              <Td className="max-sm:hidden">{state ?? '—'}</Td>
              <Td numeric className="poster text-poster-sm">
                {showCount}
              </Td>
              <Td numeric className="whitespace-nowrap text-dim max-sm:hidden">
                {lastShow}
              </Td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}
