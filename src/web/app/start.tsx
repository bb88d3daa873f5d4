import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { queryClient } from '#web/http/query-client.ts';
import { hasPendingLogout, sendPendingLogout } from '#web/session/pending-logout.ts';
import { browserTimeZone, rememberTimeZone } from '#web/time/venue-time.ts';
import { Root } from './app.tsx';
import { chooseRoute } from './choose-route.ts';
import { beginPage, cachePageData, readPageData, takePublicPageData } from './page-data.ts';
import { ROUTES } from './routes.tsx';
import { watchScroll } from './scroll-memory.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root element');

watchScroll();
// After an offline logout, the cookie still exists, but the user must not appear signed in.
const pageData = hasPendingLogout() ? takePublicPageData(readPageData()) : readPageData();
if (hasPendingLogout()) sendPendingLogout();
rememberTimeZone();
if (pageData) cachePageData(queryClient, pageData);
if (pageData && isHydratable(root)) beginPage(pageData);
// No top-level `await`: the pages share this chunk and would wait for it.
void render(root);

/** Loads the chunk first: React would show the fallback for at least a third of a second. */
async function render(container: HTMLElement): Promise<void> {
  const user = pageData?.user;
  const choice = user === undefined ? undefined : chooseRoute(ROUTES, location, user !== null);
  // If the chunk does not load, the page shows the error.
  if (choice && 'route' in choice) await choice.route.load().catch(() => {});
  // A transition renders in slices, so a slow phone still responds to touches.
  startTransition(() => {
    if (isHydratable(container)) hydrateRoot(container, <Root />);
    else createRoot(container).render(<Root />);
  });
}

/** Otherwise React replaces the HTML: the frame of a skeleton, or another time zone's page. */
function isHydratable({ dataset }: HTMLElement): boolean {
  const isPage = dataset.prerendered === 'page' && pageData?.timeZone === browserTimeZone();
  return isPage || dataset.prerendered === 'visitor';
}
