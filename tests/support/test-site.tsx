import { notifyManager, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, configure, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType, ReactNode } from 'react';
import { onTestFinished, vi } from 'vitest';
import { useLocation } from 'wouter';
import { getSignInMethods } from '#contract/account-links.ts';
import { type CurrentUser, getCurrentUser } from '#contract/accounts.ts';
import { getBand } from '#contract/band.ts';
import { getDemo } from '#contract/demo.ts';
import type { Endpoint, ErrorBody, ResponseOf } from '#contract/endpoint.ts';
import type { Topic } from '#contract/freshness.ts';
import { listMyResults } from '#contract/leaderboards.ts';
import { listMyPredictions } from '#contract/predictions.ts';
import { getSetlistCredits } from '#contract/setlists.ts';
import { listLiveShows } from '#contract/shows.ts';
import { getMyStatistics } from '#contract/statistics.ts';
import { listVoidedPredictions } from '#contract/voided-predictions.ts';
import { Root } from '#web/app/app.tsx';
import { chooseRoute } from '#web/app/choose-route.ts';
import { cachePageData } from '#web/app/page-data.ts';
import { ROUTES } from '#web/app/routes.tsx';
import { queryClient } from '#web/http/query-client.ts';
import { UserContext } from '#web/session/use-user.ts';
import Toaster from '#web/ui/feedback/toaster.tsx';
import { buildPathPattern, createResponse } from './api-responses.ts';
import { BAND, NO_STATISTICS, WAIT } from './site-samples.ts';

configure({
  asyncUtilTimeout: 10_000,
  // The default message contains the whole page, for each failed attempt of an async query.
  getElementError: (message, container) => new Error(`${message}\n\n${container.textContent}`),
});

export interface Call {
  endpoint: Endpoint;
  path: string;
  /** Includes the question mark: '?version=1'. */
  query: string;
  body: unknown;
}

type Reply = (call: Call) => Response | Promise<Response>;

/** Uses happy-dom. Layout, focus, navigation and the server's rules need Chromium (tests/e2e). */
export function createTestSite() {
  const replies = new Map<Endpoint, Reply>();
  const calls: Call[] = [];
  let heldCallCount = 0;
  vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
    serve(new URL(url, location.href), init),
  );
  vi.stubGlobal('WebSocket', SilentSocket);
  onTestFinished(reset);

  async function serve({ pathname, search }: URL, { method, body }: RequestInit) {
    const matchingEndpoint = [...replies.keys()]
      .filter((endpoint) => endpoint.method === method && buildPathPattern(endpoint).test(pathname))
      .toSorted((a, b) => a.path.split('{').length - b.path.split('{').length)[0];
    const reply = matchingEndpoint && replies.get(matchingEndpoint);
    if (!reply) {
      console.error(`The test has no response for ${method} ${pathname}`);
      return new Response('', { status: 500 });
    }
    const call = {
      ...{ endpoint: matchingEndpoint, path: pathname, query: search },
      body: typeof body === 'string' ? JSON.parse(body) : body,
    };
    calls.push(call);
    return reply(call);
  }

  /** Waits for all requests, except held ones, and for the requests that they trigger. */
  async function settle() {
    const isWaiting = () =>
      queryClient.isFetching() > heldCallCount ||
      (heldCallCount === 0 && screen.queryAllByText(/^Loading /).length > 0);
    for (let idle = 0; idle < 2; ) {
      await act(() => new Promise<void>((resolve) => notifyManager.schedule(resolve)));
      idle = isWaiting() ? 0 : idle + 1;
    }
  }

  async function prepareRoute(
    url: string,
    user: CurrentUser | null | undefined,
  ): Promise<ComponentType> {
    cachePageData(queryClient, { band: BAND, ...(user !== undefined && { user }) });
    if (user) site.respond(getCurrentUser, user);
    history.replaceState(null, '', url);
    document.head.innerHTML = HIDDEN;
    const choice = chooseRoute(ROUTES, location, Boolean(user));
    if (!choice || 'redirect' in choice) return () => null;
    await choice.route.load();
    return choice.route.page;
  }

  async function renderPage(page: ReactNode, user: CurrentUser | null) {
    await act(async () =>
      render(
        <QueryClientProvider client={queryClient}>
          <UserContext value={user}>
            <main>
              <OnlyAt path={decodeURI(location.pathname)}>{page}</OnlyAt>
            </main>
            <Toaster />
          </UserContext>
        </QueryClientProvider>,
      ),
    );
    await settle();
  }

  const site = {
    cache: queryClient,
    user: userEvent.setup({ delay: null, pointerEventsCheck: 0 }),
    fill: (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } }),
    /** A write also lists the topics that it changed. */
    respond<E extends Endpoint>(
      endpoint: E,
      response: ResponseOf<E> | ((call: Call) => ResponseOf<E>),
      ...changedTopics: Topic[]
    ) {
      replies.set(endpoint, (call) => {
        const data = response instanceof Function ? response(call) : response;
        return createResponse(endpoint, data, changedTopics);
      });
    },
    reject(
      endpoint: Endpoint,
      message?: string,
      statusCode = message ? 400 : 500,
      details: Partial<Pick<ErrorBody, 'code' | 'issues'>> = {},
    ) {
      replies.set(endpoint, () =>
        message
          ? Response.json(
              { statusCode, error: '', message, ...details },
              { ...WAIT, status: statusCode },
            )
          : new Response('', { status: statusCode }),
      );
    },
    failWithNetworkError(endpoint: Endpoint) {
      replies.set(endpoint, () => Promise.reject(new TypeError('Failed to fetch')));
    },
    holdResponse(endpoint: Endpoint): () => Promise<void> {
      const reply = replies.get(endpoint);
      if (!reply) throw new Error('No response is set for this call');
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      replies.set(endpoint, async (call) => {
        heldCallCount += 1;
        await released;
        heldCallCount -= 1;
        return reply(call);
      });
      return async () => {
        await act(async () => release());
        await settle();
      };
    },
    listCalls: (endpoint: Endpoint) => calls.filter((call) => call.endpoint === endpoint),
    listAllCalls: () => calls.map(({ endpoint, path }) => `${endpoint.method} ${path}`),
    async open(url: string, user: CurrentUser | null = null) {
      const Page = await prepareRoute(url, user);
      await renderPage(<Page />, user);
    },
    async renderPart(part: ReactNode, user: CurrentUser) {
      await prepareRoute('/', user);
      await renderPage(part, user);
    },
    /** Opens the page in the whole frame. Without a user, the app fetches the current one. */
    async openWithFrame(url: string, user?: CurrentUser | null) {
      await prepareRoute(url, user);
      await act(async () => render(<Root />));
      await settle();
    },
    /** Also dismisses the toast, so that it isn't mistaken for the next one. */
    async expectToast(title: string, description: string) {
      // Find it by label: elements behind a dialog have no accessible name.
      const region = within(await screen.findByLabelText(/^Notifications \(/));
      const toast = within(await region.findByRole('listitem', { hidden: true }));
      toast.getByText(title);
      toast.getByText(description);
      await site.user.click(toast.getByLabelText('Dismiss'));
    },
    /** Sends an empty error response and expects the page's own message. */
    async expectFallback(endpoint: Endpoint, act: () => Promise<unknown>, fallback: string) {
      site.reject(endpoint);
      await act();
      await site.expectToast('Error', fallback);
    },
  };
  site.respond(getBand, BAND);
  site.respond(getDemo, undefined);
  site.respond(getSignInMethods, { byEmailLink: false });
  site.respond(listLiveShows, []);
  site.respond(listMyPredictions, []);
  site.respond(listVoidedPredictions, []);
  site.respond(listMyResults, []);
  site.respond(getMyStatistics, NO_STATISTICS);
  site.respond(getSetlistCredits, []);
  return site;
}

function OnlyAt({ path, children }: { path: string; children: ReactNode }) {
  const [pathname] = useLocation();
  return pathname === path && children;
}

async function reset() {
  for (const button of screen.queryAllByLabelText('Dismiss')) await act(async () => button.click());
  cleanup();
  queryClient.clear();
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
}

/** The only style that affects a button's name: one of its two labels is invisible. */
const HIDDEN = '<style>.invisible { visibility: hidden }</style>';

class SilentSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  readonly readyState = 0;
  close() {}
}
