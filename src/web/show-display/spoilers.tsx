import type { ReactNode } from 'react';
import { hidesShow } from '#contract/spoilers.ts';
import { useUser } from '#web/session/use-user.ts';
import { lazyComponent } from '#web/ui/loading/lazy.tsx';

type SpoilerShow = Parameters<typeof hidesShow>[1] & { name: string };

/** Returns a predicate for shows that 'no spoilers' hides. */
export function useHidesShow(): (show: Parameters<typeof hidesShow>[1]) => boolean {
  const user = useUser();
  return (show) => hidesShow(user, show);
}

/** Loaded only for fans with 'no spoilers'. */
export const HiddenShow = lazyComponent(() => import('./hidden-show.tsx'));

type SpoilerGuardProps = { show: SpoilerShow; as?: 'h1' | undefined; children: ReactNode };

/** Children that read data must be components, so that nothing of a hidden show is requested. */
export function SpoilerGuard({ show, as, children }: SpoilerGuardProps) {
  return useHidesShow()(show) ? <HiddenShow show={show} as={as} /> : children;
}
