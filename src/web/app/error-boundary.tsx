import { Component, type ReactNode } from 'react';
import { Link } from 'wouter';
import { paths } from '#contract/pages.ts';
import { WAY_BACK } from '#contract/sentences.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

type ErrorBoundaryProps = {
  children: ReactNode;
  /** Shown in place of the way back: null where nobody misses what broke. */
  instead?: ReactNode;
};

/** Shows a way back where a page broke, or its code did not come; React has logged why. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return this.props.instead === undefined ? <WayBack /> : this.props.instead;
  }
}

export function WayBack() {
  return (
    <div role="alert">
      <EmptyState
        as="h1"
        title={WAY_BACK.title}
        text={WAY_BACK.text}
        action={
          <>
            <Button variant="lamp" onClick={() => location.reload()}>
              {WAY_BACK.again}
            </Button>
            <Button asChild>
              <a href={paths.dashboard()}>{WAY_BACK.start}</a>
            </Button>
          </>
        }
      />
    </div>
  );
}

/** At an address that is none. */
export function NotFound() {
  return (
    <EmptyState
      as="h1"
      title="Not on the setlist"
      text="There is no page at this address. It may have been moved, or the link has a typo."
      action={
        <Button asChild variant="lamp">
          <Link href={paths.dashboard()}>{WAY_BACK.start}</Link>
        </Button>
      }
    />
  );
}
