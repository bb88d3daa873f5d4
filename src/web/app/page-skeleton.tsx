import { Skeleton, SkeletonRegion, SkeletonRows } from '#web/ui/skeleton.tsx';

/** While it is not known yet who reads the page. */
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
