import { type ReactNode, use } from 'react';
import { predictionsLockAt } from '#contract/show-lock.ts';
import type { Song } from '#contract/songs.ts';
import { UserContext } from '#web/session/use-user.ts';
import { Countdown } from '#web/show-display/countdown.tsx';
import { type DisplayedShow, useIsOpenForPredictions } from '#web/show-display/displayed-show.ts';
import { ShowFacts, ShowStatusBadge } from '#web/show-display/show-facts.tsx';
import { dateParts } from '#web/time/venue-time.ts';
import { classes } from '#web/ui/class-names.ts';
import { DateStub } from '#web/ui/date-stub.tsx';
import { useIsFirstRender } from '#web/ui/loading/first-render.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { formatLockDay } from './game-lock.ts';
import { GameSkeleton } from './game-skeleton.tsx';

type GameFrameProps = {
  show: DisplayedShow;
  songs?: readonly Pick<Song, 'id' | 'title'>[];
  children: ReactNode;
};

export function GameFrame({ show, songs, children }: GameFrameProps) {
  const isOpen = useIsOpenForPredictions(show);
  // The draft is on this device only. If the show isn't open, the layout below is different.
  const isFirstRender = useIsFirstRender();
  const isVisitor = use(UserContext) === null;
  return (
    <div
      className={classes(
        'flex flex-col gap-6 max-lg:min-h-[calc(100dvh-8.5rem)] lg:-mb-10',
        isVisitor ? 'lg:h-[max(38rem,calc(100dvh-9.5rem))]' : 'lg:h-[max(38rem,calc(100dvh-6rem))]',
      )}
    >
      <ShowHeader
        show={show}
        aside={
          isOpen && (
            <Countdown label={`Locks ${formatLockDay(show)}`} until={predictionsLockAt(show)} />
          )
        }
      />
      {isFirstRender ? isOpen && <GameSkeleton songs={songs} /> : children}
    </div>
  );
}

type ShowHeaderProps = {
  show: DisplayedShow;
  aside?: ReactNode;
};

function ShowHeader({ show, aside }: ShowHeaderProps) {
  return (
    <PageHeader
      lead={<DateStub {...dateParts(show.date, show.timeZone)} />}
      title={show.name}
      subtitle={<ShowFacts show={show} hidesLock badge={<ShowStatusBadge show={show} />} />}
      aside={aside}
    />
  );
}
