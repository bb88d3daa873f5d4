import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import {
  FAN_FAVORITE_PLAYS,
  getTopSongs,
  getTourPatterns,
  getTrendingSongs,
  type TourPattern,
  TRENDING_MONTHS,
} from '#contract/statistics.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Table, Td, Th } from '#web/ui/list/table.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Tab, TabList, TabPanel, Tabs } from '#web/ui/tabs.tsx';
import { CatalogTab } from './catalog-tab.tsx';
import { RankedSongs } from './ranked-songs.tsx';
import { VenuesTab } from './venues-tab.tsx';

export default function SongDatabasePage() {
  return (
    <div className="grid gap-4 sm:gap-6">
      <PageHeader
        title="Song Database"
        subtitle={<span className="max-sm:hidden">Every song, and every time it was played</span>}
      />
      <SongAnalytics />
    </div>
  );
}

export function SongAnalytics() {
  const [search, setSearch] = useSearchParams();
  const tab = TABS.find(({ value }) => value === search.get('tab'))?.value ?? 'songs';

  function open(value: string) {
    setSearch(
      (current) => {
        const next = new URLSearchParams(current);
        next.set('tab', value);
        return next;
      },
      { replace: true },
    );
  }

  return (
    <Tabs value={tab} onValueChange={open} className="grid gap-4 sm:gap-6">
      <TabList label="Song database" className="max-sm:justify-between max-sm:gap-3">
        {TABS.map(({ value, label }) => (
          <Tab key={value} value={value}>
            {label}
          </Tab>
        ))}
      </TabList>
      {TABS.map(({ value, Content }) => (
        <TabPanel key={value} value={value} className="min-w-0">
          <Content />
        </TabPanel>
      ))}
    </Tabs>
  );
}

const TABS = [
  { value: 'songs', label: 'Songs', Content: CatalogTab },
  { value: 'top', label: 'Top', Content: TopTab },
  { value: 'trending', label: 'Trending', Content: TrendingTab },
  { value: 'tours', label: 'Tours', Content: ToursTab },
  { value: 'venues', label: 'Venues', Content: VenuesTab },
] as const;

function TopTab() {
  const topSongs = useQuery(queryFor(getTopSongs));
  return (
    <Loaded
      query={topSongs}
      label="Loading the top songs"
      errorMessage="The top songs could not be loaded."
    >
      {(songs) =>
        songs.length === 0 ? (
          <EmptyState
            title="No songs played yet"
            text="The chart appears after the first setlist."
          />
        ) : (
          <RankedSongs
            label="Most played songs"
            songs={songs}
            renderBadge={({ timesPlayed }) =>
              timesPlayed > FAN_FAVORITE_PLAYS && <Note>Fan Favorite</Note>
            }
          />
        )
      }
    </Loaded>
  );
}

function TrendingTab() {
  const trendingSongs = useQuery(queryFor(getTrendingSongs));
  return (
    <Loaded
      query={trendingSongs}
      label="Loading the trending songs"
      errorMessage="The trending songs could not be loaded."
    >
      {(songs) =>
        songs.length === 0 ? (
          <EmptyState
            title="No trending songs"
            text={`Nothing was performed in the last ${TRENDING_MONTHS} months.`}
          />
        ) : (
          <div className="grid gap-3">
            <p className="text-dim text-sm">Performed in the last {TRENDING_MONTHS} months</p>
            <RankedSongs
              label="Trending songs"
              songs={songs}
              renderBadge={() => <Note>Hot</Note>}
            />
          </div>
        )
      }
    </Loaded>
  );
}

/** Quieter than a badge, because most rows have it. */
function Note({ children }: { children: string }) {
  return <span className="font-semibold text-xs lg:text-sm">{children}</span>;
}

function ToursTab() {
  const tours = useQuery(queryFor(getTourPatterns));
  return (
    <Loaded query={tours} label="Loading the tours" errorMessage="The tours could not be loaded.">
      {(years) =>
        years.length === 0 ? (
          <EmptyState title="No tours yet" text="Shows are counted once they have started." />
        ) : (
          <YearTable years={years} />
        )
      }
    </Loaded>
  );
}

function YearTable({ years }: { years: readonly TourPattern[] }) {
  const maxCount = Math.max(...years.map(({ showCount }) => showCount));
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
            <td className="poster h-14 border-rail/60 border-b py-2 pr-3 pl-4.5 text-poster-md">
              {year}
            </td>
            <Td>
              <span className="flex items-center gap-3">
                <span className="min-w-0 flex-1">
                  <span
                    aria-hidden
                    className="block h-5 min-w-0.5 rounded-r-[2px] bg-text/85"
                    style={{ width: `${(showCount / maxCount) * 100}%` }}
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
