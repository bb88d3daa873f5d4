import { useQuery } from '@tanstack/react-query';
import { use, useEffect } from 'react';
import { Link, useSearchParams } from 'wouter';
import { getNextSheet, type NextSheet } from '#contract/next-sheet.ts';
import { paths } from '#contract/pages.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { withNext } from '#web/session/next-path.ts';
import { UserContext } from '#web/session/use-user.ts';
import { useArePicksRevealed } from '#web/show-display/displayed-show.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { GameFrame } from '../game-frame.tsx';
import { FanSheet } from './fan-sheet.tsx';
import { useOpenedLinkCount } from './incoming-sheet.ts';
import { VisitorSheet } from './visitor-sheet.tsx';

type NextGameProps = { onVisitorSubmit: () => void };

export function NextGame({ onVisitorSubmit }: NextGameProps) {
  const sheet = useQuery(queryFor(getNextSheet));
  const linkCount = useOpenedLinkCount();
  const isVisitor = use(UserContext) === null;
  return (
    <Loaded query={sheet} label="Loading the game" errorMessage="The show could not be loaded.">
      {({ show, songs }) =>
        show ? (
          <GameFrame show={show}>
            <RefetchAtLock show={show} onLock={() => void sheet.refetch()} />
            {isVisitor ? (
              <VisitorSheet
                key={`${show.id} ${linkCount}`}
                {...{ show, songs }}
                onSubmit={onVisitorSubmit}
              />
            ) : (
              <FanSheet key={`${show.id} ${linkCount}`} {...{ show, songs }} />
            )}
          </GameFrame>
        ) : (
          <NoShow />
        )
      }
    </Loaded>
  );
}

type RefetchAtLockProps = { show: NonNullable<NextSheet['show']>; onLock: () => void };

/** Visitors have no socket, so the page requests the following show when predictions lock. */
function RefetchAtLock({ show, onLock }: RefetchAtLockProps) {
  const isLocked = useArePicksRevealed(show);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per lock.
  useEffect(() => {
    if (isLocked) onLock();
  }, [isLocked]);
  return null;
}

function NoShow() {
  const [search] = useSearchParams();
  const invitation = search.get('invitation') ?? undefined;
  const isInvited = use(UserContext) === null && invitation !== undefined;
  return (
    <EmptyState
      as="h1"
      title="No show to predict yet"
      text="The next one appears here as soon as it is announced."
      action={
        <Button asChild>
          {isInvited ? (
            <Link href={withNext('signup', paths.join({ invitation }))}>Create an account</Link>
          ) : (
            <Link href={paths.landing()}>Back to home</Link>
          )}
        </Button>
      }
    />
  );
}
