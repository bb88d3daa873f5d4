import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { Router } from 'wouter';
import type { CurrentUser } from '#contract/accounts.ts';
import type { Band } from '#contract/band.ts';
import { queryClient } from '#web/http/query-client.ts';
import { UserContext } from '#web/session/use-user.ts';
import { Root } from './app.tsx';
import { PageSkeleton } from './page-slot.tsx';
import { rememberFacts } from './server-facts.ts';
import { SignedInFrame } from './signed-in-layout.tsx';

/**
 * HTML that is painted before any script has come. The landing page is taken over as it is by the
 * browser's first render of the same tree; the frame of the signed-in pages, which names nobody, makes
 * way for it. Built on its own (see scripts/build/build.mjs).
 */
export async function drawAhead(band: Band): Promise<{ landing: string; frame: string }> {
  rememberFacts(queryClient, { band, user: null });
  // No page has this address, so that no link of the frame is the present one.
  return { landing: await htmlOf('/', <Root />), frame: await htmlOf('/-', <Frame />) };
}

function Frame() {
  return (
    <QueryClientProvider client={queryClient}>
      <UserContext value={ANYBODY}>
        <SignedInFrame>
          <PageSkeleton />
        </SignedInFrame>
      </UserContext>
    </QueryClientProvider>
  );
}

const ANYBODY: CurrentUser = {
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

async function htmlOf(path: string, page: ReactNode): Promise<string> {
  const { prelude } = await prerender(
    <Router ssrPath={path}>{page}</Router>,
    // Else React puts a long page's end into a script, which the content policy forbids.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  return new Response(prelude).text();
}
