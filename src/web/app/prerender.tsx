import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { Router } from 'wouter';
import type { CurrentUser } from '#contract/accounts.ts';
import type { Band } from '#contract/band.ts';
import type { PageData } from '#contract/first-reads.ts';
import { queryClient } from '#web/http/query-client.ts';
import { UserContext } from '#web/session/use-user.ts';
import { endFirstRender } from '#web/ui/loading/first-render.ts';
import { Root } from './app.tsx';
import { chooseRoute } from './choose-route.ts';
import { beginPage, cachePageData } from './page-data.ts';
import { PageSkeleton } from './page-slot.tsx';
import { ROUTES } from './routes.tsx';
import { SignedInFrame } from './signed-in-layout.tsx';

/** React hydrates `pages` (by path) and replaces `frame`. */
export async function prerenderPages(
  band: Band,
): Promise<{ pages: Record<string, string>; frame: string }> {
  cachePageData(queryClient, { band, user: null });
  const pages: Record<string, string> = {};
  for (const { path, isPrerendered } of ROUTES)
    if (isPrerendered) pages[path] = await renderHtml(path, <Root />);
  // No page has the path `/-`, so no navigation link is marked as current.
  return { pages, frame: await renderHtml('/-', <Frame />) };
}

/** Not concurrently: two renders would share the cache. */
export async function renderPage(url: string, data: PageData): Promise<string> {
  const [pathname = '', search = ''] = url.split('?');
  const choice = chooseRoute(ROUTES, { pathname, search }, true);
  if (!choice || !('route' in choice)) throw new Error(`No page to render at ${pathname}`);
  await choice.route.load();
  queryClient.clear();
  beginPage(data);
  cachePageData(queryClient, data);
  try {
    return moveStyles(await renderHtml(pathname, <Root />, search));
  } finally {
    endFirstRender();
    queryClient.clear();
  }
}

/** The CSP forbids the `style` attribute. The entry script applies the styles. */
function moveStyles(html: string): string {
  return html.replaceAll(' style="', ' data-style="');
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
  isModerator: false,
  scribeOf: [],
  bio: null,
  location: null,
  favoriteSong: null,
  homeVenue: null,
  hasPrivateSheets: false,
  hiddenFields: [],
  spoilersHiddenSince: null,
  revealedShowIds: [],
  moderationNotices: [],
  totalPoints: 0,
  gamesPlayed: 0,
  averageScore: '0.00',
  mustChangePassword: false,
};

async function renderHtml(path: string, page: ReactNode, search = ''): Promise<string> {
  let failure: unknown;
  const { prelude } = await prerender(
    <Router ssrPath={path} ssrSearch={search}>
      {page}
    </Router>,
    {
      // React would stream the rest of a long page with an inline script, which the CSP forbids.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      // Otherwise React would send the fallback of the nearest `Suspense`.
      onError: (error) => {
        failure ??= error;
      },
    },
  );
  if (failure) throw failure;
  return new Response(prelude).text();
}
