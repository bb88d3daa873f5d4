import { type ReactNode, Suspense, useEffect, useLayoutEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useBand } from '#web/band/use-band.ts';
import { endFirstRender } from '#web/ui/loading/first-render.ts';
import { Skeleton, SkeletonRegion, SkeletonRows } from '#web/ui/loading/skeleton.tsx';
import { usePageTitle } from '#web/ui/page-name.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { getEntryKey, restoreScroll } from './scroll-memory.ts';
import { repeatEarlyPress } from './sidebar/press-before-hydration.ts';

type PageSlotProps = { title: string; children: ReactNode };

/** Contains a page's loading and error states, so that the layout stays mounted. */
export function PageSlot({ title, children }: PageSlotProps) {
  const [pathname] = useLocation();
  return (
    <ErrorBoundary key={pathname}>
      <Suspense fallback={<PageSkeleton />}>
        {children}
        <ArrivalEffects title={title} />
      </Suspense>
    </ErrorBoundary>
  );
}

/** Distinguishes a navigation from a change within a page. */
let lastPageKey: string | undefined;

/** Mounted once the page's code has loaded. Sets the title, the focus and the scroll position. */
function ArrivalEffects({ title }: { title: string }) {
  const productName = useBand()?.productName;
  const name = usePageTitle(title);
  useEffect(() => {
    document.title = productName ? `${name} · ${productName}` : name;
  }, [name, productName]);

  // Runs before the effects of the page's stores, so that they see the change.
  useLayoutEffect(endFirstRender, []);
  useEffect(repeatEarlyPress, []);

  const [pathname] = useLocation();
  const search = useSearch();
  // Replacing the query keeps the history entry and doesn't count as a navigation.
  const pageKey = `${title} ${pathname} ${getEntryKey() ?? search}`;
  useLayoutEffect(() => {
    if (lastPageKey === pageKey) return;
    const isFirst = lastPageKey === undefined;
    lastPageKey = pageKey;
    // A prerendered page may have been scrolled before React hydrated it.
    if (!isFirst || window.scrollY === 0) restoreScroll();
    if (!isFirst) focusPage();
  }, [pageKey]);
  return null;
}

function focusPage() {
  const target = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main');
  if (!target) return;
  target.tabIndex = -1;
  target.classList.add('outline-none');
  target.focus({ preventScroll: true });
}

export function LayoutSkeleton() {
  return (
    <main className="px-4 pt-6 sm:px-8">
      <PageSkeleton />
    </main>
  );
}

export function PageSkeleton() {
  return (
    <SkeletonRegion label="Loading the page" className="grid gap-8">
      <Skeleton className="h-12 w-3/5 max-w-96" />
      <div>
        <SkeletonRows count={5} />
      </div>
    </SkeletonRegion>
  );
}

export function SkipLink() {
  return (
    <a
      href="#page"
      className="fixed top-2 left-2 z-70 -translate-y-20 rounded-control bg-lamp px-4 py-3 font-semibold text-lamp-text focus:translate-y-0"
    >
      Skip to content
    </a>
  );
}

/** ID of the `main` element and target of `SkipLink`. */
export const PAGE_ID = 'page';
