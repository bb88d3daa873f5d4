import { useQuery } from '@tanstack/react-query';
import { getTourPatterns, type TourPattern } from '#contract/statistics.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Table, Td, Th } from '#web/ui/table.tsx';

/** Shows per year. */
export function ToursTab() {
  const tours = useQuery(queryFor(getTourPatterns));
  return (
    <Loaded query={tours} label="Loading the tours" failed="The tours could not be loaded.">
      {(years) =>
        years.length === 0 ? (
          <EmptyState title="No tours yet" text="Shows count here once they have started." />
        ) : (
          <YearTable years={years} />
        )
      }
    </Loaded>
  );
}

function YearTable({ years }: { years: readonly TourPattern[] }) {
  const most = Math.max(...years.map(({ showCount }) => showCount));
  return (
    <Table label="Shows per year" className="rounded-panel border border-rail bg-stage">
      <thead>
        <tr>
          <Th>Year</Th>
          <Th className="w-full">Shows</Th>
        </tr>
      </thead>
      <tbody>
        {years.map(({ year, showCount }) => (
          <tr key={year}>
            {/* A year needs none of the room that a name in the first column would. */}
            <td className="poster h-14 border-rail/60 border-b py-2 pr-3 pl-4.5 text-poster-md">
              {year}
            </td>
            <Td>
              <span className="flex items-center gap-3">
                <span className="min-w-0 flex-1">
                  <span
                    aria-hidden
                    className="block h-5 min-w-0.5 rounded-r-[2px] bg-text/85"
                    style={{ width: `${(showCount / most) * 100}%` }}
                  />
                </span>
                <span className="poster min-w-9 text-right text-poster-sm">{showCount}</span>
              </span>
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
