import { PageHeader } from '#web/ui/page-header.tsx';
import { SongAnalytics } from './song-analytics.tsx';

/** /song-database: every song, and what is played most, lately, when and where. */
export default function SongDatabasePage() {
  return (
    <div className="grid gap-6">
      <PageHeader title="Song Database" subtitle="Every song, and every time it was played" />
      <SongAnalytics />
    </div>
  );
}
