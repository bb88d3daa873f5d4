import { Link } from 'wouter';
import { formatPercentile } from '#contract/leaderboards.ts';
import { paths } from '#contract/pages.ts';
import { formatCalls, type MyShowRecap } from '#contract/recaps.ts';
import { formatStanding } from '#contract/scorecard.ts';
import { Button } from '#web/ui/button.tsx';
import { Share } from '#web/ui/icons.ts';
import { Sheet, SheetHeader } from '#web/ui/list/sheet.tsx';
import { RecapStats } from './recap-stats.tsx';

export function MyShow({ recap }: { recap: MyShowRecap }) {
  const { predictionId, points, hits, bestCall, behind, total } = recap;
  const percentile = formatPercentile(behind, total);
  return (
    <Sheet aria-label="Your night" className="pb-5">
      <SheetHeader
        title="Your night"
        subtitle={percentile && <p>{percentile}</p>}
        aside={
          <>
            <p className="poster font-black text-6xl leading-[0.85]">{points}</p>
            <p className="mt-2 text-ink-dim text-xs">{points === 1 ? 'point' : 'points'}</p>
          </>
        }
      />
      <RecapStats
        figures={[
          { label: 'Rank', value: formatStanding(recap), note: null },
          { label: 'Picks played', value: `${hits.hits} of ${hits.of}`, note: null },
          {
            label: 'Best call',
            value: bestCall?.title ?? '–',
            note: bestCall && describeCall(bestCall),
          },
        ]}
      />
      <div className="px-4.5 pt-4 sm:px-6">
        <Button asChild variant="ink" className="max-sm:w-full">
          <Link href={paths.share({ prediction: predictionId })}>
            <Share aria-hidden />
            Share
          </Link>
        </Button>
      </div>
    </Sheet>
  );
}

function describeCall({ points, crowd }: NonNullable<MyShowRecap['bestCall']>): string {
  const pointsText = `${points} points`;
  return crowd ? `${pointsText} · ${formatCalls(crowd)}` : pointsText;
}
