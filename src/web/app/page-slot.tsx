import { type ReactNode, Suspense, useEffect, useLayoutEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useBand } from '#web/band/use-band.ts';
import { Skeleton, SkeletonRegion, SkeletonRows } from '#web/ui/loading/skeleton.tsx';
import { usePageTitle } from '#web/ui/page-name.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { entryKey, restoreScroll } from './scroll-memory.ts';

type PageSlotProps = { title: string; children: ReactNode };

/** Where a page is put: it may still be loading, and may fail without taking the frame with it. */
export function PageSlot({ title, children }: PageSlotProps) {
  const [pathname] = useLocation();
  return (
    <ErrorBoundary key={pathname}>
      <Suspense fallback={<PageSkeleton />}>
        {children}
        <Arrival title={title} />
      </Suspense>
    </ErrorBoundary>
  );
}

/** The page that was shown last, to tell an arrival from a page's own changes. */
let shown: string | undefined;

/** Stands beside a page: once that is there, it names the tab and puts focus and scroll in place. */
function Arrival({ title }: { title: string }) {
  const productName = useBand()?.productName;
  const name = usePageTitle(title);
  useEffect(() => {
    document.title = productName ? `${name} · ${productName}` : name;
  }, [name, productName]);

  const [pathname] = useLocation();
  const search = useSearch();
  // A page that replaces its own query stays in its place of the history, and is not left.
  const place = `${title} ${pathname} ${entryKey() ?? search}`;
  useLayoutEffect(() => {
    if (shown === place) return;
    const isFirst = shown === undefined;
    shown = place;
    // Whoever reads a page that was drawn ahead may have scrolled before this one took it over.
    if (!isFirst || window.scrollY === 0) restoreScroll();
    if (!isFirst) focusPage();
  }, [place]);
  return null;
}

/** What a load of the page does by itself: the keyboard and the screen reader begin at its title. */
function focusPage() {
  const target = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main');
  if (!target) return;
  target.tabIndex = -1;
  target.classList.add('outline-none');
  target.focus({ preventScroll: true });
}

/** While it is not known yet who is reading the page. */
export function LayoutSkeleton() {
  return (
    <main className="px-4 pt-6 sm:px-8">
      <PageSkeleton />
    </main>
  );
}

/** While a page's own code is on its way. */
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

/** The first thing the Tab key meets: past the navigation, to the page. */
export function SkipLink() {
  return (
    <a
      href="#page"
      className="fixed top-2 left-2 z-70 -translate-y-20 rounded-control bg-lamp px-4 py-3 font-semibold text-lamp-text focus:translate-y-0"
    >
      Skip to the page
    </a>
  );
}

/** The id of the main element that it leads to. */
export const PAGE_ID = 'page';
