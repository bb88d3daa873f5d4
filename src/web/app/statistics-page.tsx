import { SongAnalytics } from '#web/songs/song-analytics.tsx';
import { PersonalStatistics } from '#web/statistics/personal-statistics.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

/** /statistics: one's own figures, then those of the songs. */
export default function StatisticsPage() {
  return (
    <div className="grid gap-8">
      <PageHeader title="Your Statistics" />
      <PersonalStatistics />
      <section aria-labelledby="song-statistics" className="grid gap-4 pt-4">
        <h2 id="song-statistics" className="poster text-poster-lg">
          Song Statistics
        </h2>
        <SongAnalytics />
      </section>
    </div>
  );
}
