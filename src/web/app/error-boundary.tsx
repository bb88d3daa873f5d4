import { Component, type ReactNode } from 'react';
import { Link } from 'wouter';
import { ERROR_PAGE } from '#contract/messages.ts';
import { paths } from '#contract/pages.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';

type ErrorBoundaryProps = {
  children: ReactNode;
  /** Replaces the error page. Null renders nothing. */
  fallback?: ReactNode;
};

/** Also catches chunks that fail to load. React logs the error. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return this.props.fallback === undefined ? <ErrorPage /> : this.props.fallback;
  }
}

export function ErrorPage() {
  return (
    <div role="alert">
      <EmptyState
        as="h1"
        title={ERROR_PAGE.title}
        text={ERROR_PAGE.text}
        action={
          <>
            <Button variant="lamp" onClick={() => location.reload()}>
              {ERROR_PAGE.again}
            </Button>
            <Button asChild>
              <a href={paths.dashboard()}>{ERROR_PAGE.start}</a>
            </Button>
          </>
        }
      />
    </div>
  );
}

export function NotFound() {
  return (
    <EmptyState
      as="h1"
      title="Not on the setlist"
      text="There is no page at this address. It may have been moved, or the link has a typo."
      action={
        <Button asChild variant="lamp">
          <Link href={paths.dashboard()}>{ERROR_PAGE.start}</Link>
        </Button>
      }
    />
  );
}
