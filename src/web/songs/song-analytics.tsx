import { useSearchParams } from 'wouter';
import { Tab, TabList, TabPanel, Tabs } from '#web/ui/tabs.tsx';
import { CatalogueTab } from './catalogue-tab.tsx';
import { TopTab } from './top-tab.tsx';
import { ToursTab } from './tours-tab.tsx';
import { TrendingTab } from './trending-tab.tsx';
import { VenuesTab } from './venues-tab.tsx';

/** The song database's five tabs. Which one is open is in the address (?tab=) of whatever page. */
export function SongAnalytics() {
  const [search, setSearch] = useSearchParams();
  const tab = TABS.find(({ value }) => value === search.get('tab'))?.value ?? 'songs';

  function open(value: string) {
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        next.set('tab', value);
        return next;
      },
      { replace: true },
    );
  }

  return (
    <Tabs value={tab} onValueChange={open} className="grid gap-6">
      {/* All five have room on the narrowest phone. */}
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
  { value: 'songs', label: 'Songs', Content: CatalogueTab },
  { value: 'top', label: 'Top', Content: TopTab },
  { value: 'trending', label: 'Trending', Content: TrendingTab },
  { value: 'tours', label: 'Tours', Content: ToursTab },
  { value: 'venues', label: 'Venues', Content: VenuesTab },
] as const;
