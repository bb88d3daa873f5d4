import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { queryClient } from '#web/http/query-client.ts';
import { hasPendingLogout, sendPendingLogout } from '#web/session/pending-logout.ts';
import { Root } from './app.tsx';
import { chooseRoute } from './choose-route.ts';
import { ROUTES } from './routes.tsx';
import { watchScroll } from './scroll-memory.ts';
import { readFacts, rememberFacts, withoutFacts } from './server-facts.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no place for the app');

watchScroll();
// Whoever has logged out without a line is not told as signed in, though their cookie is still there.
const facts = hasPendingLogout() ? withoutFacts(readFacts()) : readFacts();
if (hasPendingLogout()) sendPendingLogout();
if (facts) rememberFacts(queryClient, facts);
// No `await` out here: the pages share this file's chunk, and would wait for themselves.
void show(root);

/**
 * React lets a page that comes a moment after its frame wait for a third of a second. Better both at
 * once: what is painted ahead stands there meanwhile.
 */
async function show(container: HTMLElement): Promise<void> {
  const user = facts?.user;
  const choice = user === undefined ? undefined : chooseRoute(ROUTES, location, user !== null);
  // Where it can't be had the page itself says so.
  if (choice && 'route' in choice) await choice.route.load().catch(() => {});
  // In slices, so that a slow phone answers to a finger meanwhile.
  startTransition(() => {
    if (container.dataset.drawn === 'landing') hydrateRoot(container, <Root />);
    else createRoot(container).render(<Root />);
  });
}
