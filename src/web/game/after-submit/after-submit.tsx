import { Link, useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { paths } from '#contract/pages.ts';
import { Button } from '#web/ui/button.tsx';
import { Share, X } from '#web/ui/icons.ts';
import { lazyComponent } from '#web/ui/loading/lazy.tsx';

/** The state of the history entry that a first submission opens. */
export interface SubmittedState {
  submittedId: string;
}

const RemindButton = lazyComponent(() => import('./remind-button.tsx'));

export function AfterSubmit() {
  const [path, navigate] = useLocation();
  const state = useHistoryState<Partial<SubmittedState> | null>();
  if (!state?.submittedId || path !== paths.myPredictions()) return null;
  return (
    <section
      aria-label="After your submission"
      className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-1 rounded-panel border border-edge py-2 pr-2 pl-4"
    >
      <p className="min-w-0 flex-1 basis-40 font-semibold">What's next?</p>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Dismiss"
        className="sm:order-last"
        onClick={() => navigate(path, { replace: true, state: null })}
      >
        <X aria-hidden />
      </Button>
      <div className="flex min-h-11 flex-wrap gap-2.5 max-sm:basis-full max-sm:pr-2 max-sm:pb-2 max-sm:*:flex-1">
        <Button asChild>
          <Link href={paths.share({ prediction: state.submittedId })}>
            <Share aria-hidden />
            Share it
          </Link>
        </Button>
        <RemindButton fallback={<span className="min-w-32" />} />
      </div>
    </section>
  );
}
