import { useSearchParams } from 'wouter';
import { RulesLink } from '#web/score-display/rules-link.tsx';
import { SongAnalytics } from '#web/songs/song-database-page.tsx';
import { PersonalStatistics } from '#web/statistics/personal-statistics.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Tab, TabList, TabPanel, Tabs } from '#web/ui/tabs.tsx';

export default function StatisticsPage() {
  const [search, setSearch] = useSearchParams();
  return (
    <div className="grid gap-6">
      <PageHeader title="Your Statistics" />
      <Tabs
        value={search.has('tab') ? 'songs' : 'own'}
        onValueChange={(part) =>
          setSearch(part === 'songs' ? { tab: 'songs' } : {}, { replace: true })
        }
        className="grid gap-6"
      >
        <TabList label="Statistics" variant="segmented" className="sm:max-w-md">
          <Tab value="own">Your stats</Tab>
          <Tab value="songs">Song statistics</Tab>
        </TabList>
        <TabPanel value="own" className="min-w-0">
          <PersonalStatistics />
          <RulesLink className="mt-6" />
        </TabPanel>
        <TabPanel value="songs" className="min-w-0">
          <SongAnalytics />
        </TabPanel>
      </Tabs>
    </div>
  );
}
