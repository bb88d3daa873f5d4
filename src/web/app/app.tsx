import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import { queryClient } from '#web/http/query-client.ts';
import { sessionQuery } from '#web/session/session-query.ts';
import { UserContext } from '#web/session/use-user.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { useToast } from '#web/ui/feedback/toast.ts';
import { lazyComponent, lazyPage } from '#web/ui/loading/lazy.tsx';
import { chooseRoute } from './choose-route.ts';
import { ErrorBoundary, ErrorPage, NotFound } from './error-boundary.tsx';
import { LayoutSkeleton, PageSlot } from './page-slot.tsx';
import { PublicLayout } from './public-layout.tsx';
import { ROUTES } from './routes.tsx';
import { SignedInLayout } from './signed-in-layout.tsx';
import { useOffline } from './use-offline.ts';

const { page: SetPasswordPage } = lazyPage(() => import('#web/accounts/set-password-page.tsx'));
const Toaster = lazyComponent(() => import('#web/ui/feedback/toaster.tsx'));

export function Root() {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <App />
      </QueryClientProvider>
    </StrictMode>
  );
}

function App() {
  const { data: user } = useQuery(sessionQuery);
  useOffline(user);
  return (
    <>
      <ErrorBoundary fallback={<LayoutError />}>
        <Screen />
      </ErrorBoundary>
      <Toasts isExpected={Boolean(user)} />
    </>
  );
}

function Toasts({ isExpected }: { isExpected: boolean }) {
  const message = useToast();
  return <Toaster loadWhen={message?.id ?? (isExpected && 'idle')} />;
}

function LayoutError() {
  return (
    <main className="mx-auto max-w-xl px-4 pt-24">
      <ErrorPage />
    </main>
  );
}

function Screen() {
  const session = useQuery(sessionQuery);
  const [pathname] = useLocation();
  const search = useSearch();
  if (session.isPending) return <LayoutSkeleton />;
  if (session.data === undefined)
    return (
      <main className="mx-auto max-w-xl px-4 pt-24">
        <h1 className="sr-only">No connection</h1>
        <ErrorState
          message="The server can't be reached. Your connection may be down."
          onRetry={() => session.refetch()}
          pending={session.isFetching}
        />
      </main>
    );

  const user = session.data;
  // There is no `location` while the server renders a page.
  const { hash } = globalThis.location ?? {};
  const requested = { pathname, search: search && `?${search}`, hash };
  const choice = chooseRoute(ROUTES, requested, user !== null);
  if (choice && 'redirect' in choice) return <Redirect to={choice.redirect} replace />;
  const { page: Page, title, who } = choice?.route ?? NOT_FOUND;

  const mustSetPassword = user?.mustChangePassword && who !== 'anyone';
  const page = (
    <PageSlot title={mustSetPassword ? 'Set your own password' : title}>
      {mustSetPassword ? <SetPasswordPage /> : <Page />}
    </PageSlot>
  );
  if (!user || mustSetPassword)
    return (
      <UserContext value={user}>
        <PublicLayout>{page}</PublicLayout>
      </UserContext>
    );
  return (
    <UserContext value={user}>
      <SignedInLayout>{page}</SignedInLayout>
    </UserContext>
  );
}

const NOT_FOUND = { page: NotFound, title: 'Page not found', who: 'anyone' } as const;
