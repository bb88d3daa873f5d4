import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { Router } from 'wouter';
import type { CurrentUser } from '#contract/accounts.ts';
import type { Band } from '#contract/band.ts';
import { queryClient } from '#web/http/query-client.ts';
import { UserContext } from '#web/session/use-user.ts';
import { Root } from './app.tsx';
import { cachePageData } from './page-data.ts';
import { PageSkeleton } from './page-slot.tsx';
import { SignedInFrame } from './signed-in-layout.tsx';

/** Returns the HTML painted before any script loads. React hydrates `landing` and replaces `frame`. */
export async function prerenderPages(band: Band): Promise<{ landing: string; frame: string }> {
  cachePageData(queryClient, { band, user: null });
  // No page has the path `/-`, so no navigation link is marked as current.
  return { landing: await renderHtml('/', <Root />), frame: await renderHtml('/-', <Frame />) };
}

function Frame() {
  return (
    <QueryClientProvider client={queryClient}>
      <UserContext value={PLACEHOLDER_USER}>
        <SignedInFrame>
          <PageSkeleton />
        </SignedInFrame>
      </UserContext>
    </QueryClientProvider>
  );
}

const PLACEHOLDER_USER: CurrentUser = {
  id: '',
  username: '',
  email: '',
  isAdmin: false,
  favoriteSong: null,
  homeVenue: null,
  totalPoints: 0,
  gamesPlayed: 0,
  averageScore: '0.00',
  mustChangePassword: false,
};

async function renderHtml(path: string, page: ReactNode): Promise<string> {
  const { prelude } = await prerender(
    <Router ssrPath={path}>{page}</Router>,
    // React would stream the end of a long page in an inline script, which the CSP forbids.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  return new Response(prelude).text();
}
