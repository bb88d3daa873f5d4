import { Link } from 'wouter';
import { paths } from '#contract/pages.ts';
import { buildTourCard } from '#contract/tour-card.ts';
import type { MyTourRecap } from '#contract/tour-recaps.ts';
import { useUser } from '#web/session/use-user.ts';
import { Button } from '#web/ui/button.tsx';
import { Share } from '#web/ui/icons.ts';
import { Sheet, SheetHeader } from '#web/ui/list/sheet.tsx';
import { RecapStats } from './recap-stats.tsx';

export function MyTour({ recap }: { recap: MyTourRecap }) {
  const { username } = useUser();
  const card = buildTourCard(recap, username);
  return (
    <Sheet aria-label="Your tour" className="pb-5">
      <SheetHeader
        title="Your tour"
        subtitle={<p>{card.details}</p>}
        aside={
          <>
            <p className="poster font-black text-6xl leading-[0.85]">
              {card.points.toLocaleString('en-US')}
            </p>
            <p className="mt-2 text-ink-dim text-xs">{card.points === 1 ? 'point' : 'points'}</p>
            <p className="poster mt-1.5 text-xl">{card.rank}</p>
          </>
        }
      />
      <RecapStats figures={card.figures} />
      <div className="px-4.5 pt-4 sm:px-6">
        <Button asChild variant="ink" className="max-sm:w-full">
          <Link href={paths.share({ tour: recap.name })}>
            <Share aria-hidden />
            Share
          </Link>
        </Button>
      </div>
    </Sheet>
  );
}
