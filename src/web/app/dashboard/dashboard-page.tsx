import { ListPlus } from 'lucide-react';
import { Link } from 'wouter';
import { paths } from '#contract/pages.ts';
import { useUser } from '#web/session/use-user.ts';
import { Button } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { LiveNow } from './live-now.tsx';
import { QuickActions } from './quick-actions.tsx';
import { ResultIn } from './result-in.tsx';
import { Totals } from './totals.tsx';
import { UpcomingShows } from './upcoming-shows.tsx';
import { YourPredictions } from './your-predictions.tsx';

export default function DashboardPage() {
  const user = useUser();
  return (
    <div className="grid gap-9">
      <PageHeader
        title={`Welcome back, ${user.username}!`}
        // The panel opens with the show that is live, or tonight's.
        aside={
          user.isAdmin && (
            <Button asChild>
              <Link href={paths.admin({ tab: 'setlist' })}>
                <ListPlus aria-hidden />
                Enter the setlist
              </Link>
            </Button>
          )
        }
      />
      <Totals user={user} />
      <ResultIn />
      <LiveNow />
      <div className="grid items-start gap-9 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <UpcomingShows />
        <div className="grid gap-9">
          <YourPredictions />
          <QuickActions />
        </div>
      </div>
    </div>
  );
}
