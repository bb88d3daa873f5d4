import { notifyManager, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, configure, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType, ReactNode } from 'react';
import { onTestFinished, vi } from 'vitest';
import { useLocation } from 'wouter';
import { getSignInWays } from '#contract/account-links.ts';
import { type CurrentUser, getCurrentUser } from '#contract/accounts.ts';
import { getBand } from '#contract/band.ts';
import { getDemo } from '#contract/demo.ts';
import type { AnswerOf, Endpoint } from '#contract/endpoint.ts';
import { CHANGES_HEADER, type Topic } from '#contract/freshness.ts';
import { TOTAL_COUNT_HEADER } from '#contract/leaderboards.ts';
import { listMyPredictions } from '#contract/predictions.ts';
import { listLiveShows } from '#contract/shows.ts';
import { Root } from '#web/app/app.tsx';
import { chooseRoute } from '#web/app/choose-route.ts';
import { ROUTES } from '#web/app/routes.tsx';
import { rememberFacts } from '#web/app/server-facts.ts';
import { queryClient } from '#web/http/query-client.ts';
import { UserContext } from '#web/session/use-user.ts';
import Toaster from '#web/ui/feedback/toaster.tsx';
import { BAND } from './site-samples.ts';

configure({
  asyncUtilTimeout: 10_000,
  // Each look at what is still to come would draw the whole page as text.
  getElementError: (message, container) => new Error(`${message}\n\n${container.textContent}`),
});

/** A call as the page made it. */
interface Call {
  endpoint: Endpoint;
  path: string;
  /** With its question mark: '?version=1'. */
  query: string;
  body: unknown;
}

type Reply = (call: Call) => Response | Promise<Response>;

/**
 * The app on happy-dom: pages, forms and messages as a person finds them, over a server that
 * answers what the test says. What needs layout, focus, a navigation or the server's own rules is
 * for Chromium (tests/e2e).
 */
export function testSite() {
  const replies = new Map<Endpoint, Reply>();
  const calls: Call[] = [];
  let heldCalls = 0;
  vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
    serve(new URL(url, location.href), init),
  );
  vi.stubGlobal('WebSocket', SilentSocket);
  onTestFinished(leave);

  async function serve({ pathname, search }: URL, { method, body }: RequestInit) {
    const found = [...replies.keys()]
      .filter((endpoint) => endpoint.method === method && patternOf(endpoint).test(pathname))
      .toSorted((a, b) => a.path.split('{').length - b.path.split('{').length)[0];
    const reply = found && replies.get(found);
    if (!reply) {
      console.error(`The test has no answer to ${method} ${pathname}`);
      return new Response('', { status: 500 });
    }
    const call = {
      ...{ endpoint: found, path: pathname, query: search },
      body: typeof body === 'string' ? JSON.parse(body) : body,
    };
    calls.push(call);
    return reply(call);
  }

  /** Waits until all is read that is not held back, and drawn: which may ask for more. */
  async function settled() {
    const isWaiting = () =>
      queryClient.isFetching() > heldCalls ||
      (heldCalls === 0 && screen.queryAllByText(/^Loading /).length > 0);
    for (let idle = 0; idle < 2; ) {
      await act(() => new Promise<void>((resolve) => notifyManager.schedule(resolve)));
      idle = isWaiting() ? 0 : idle + 1;
    }
  }

  async function arrive(
    address: string,
    user: CurrentUser | null | undefined,
  ): Promise<ComponentType> {
    rememberFacts(queryClient, { band: BAND, ...(user !== undefined && { user }) });
    if (user) site.answer(getCurrentUser, user);
    history.replaceState(null, '', address);
    document.head.innerHTML = HIDDEN;
    const choice = chooseRoute(ROUTES, location, Boolean(user));
    if (!choice || 'redirect' in choice) return () => null;
    await choice.route.load();
    return choice.route.page;
  }

  async function draw(page: ReactNode, user: CurrentUser | null) {
    await act(async () =>
      render(
        <QueryClientProvider client={queryClient}>
          <UserContext value={user}>
            <main>
              <Only at={location.pathname}>{page}</Only>
            </main>
            <Toaster />
          </UserContext>
        </QueryClientProvider>,
      ),
    );
    await settled();
  }

  const site = {
    /** What the app has read. */
    cache: queryClient,
    user: userEvent.setup({ delay: null, pointerEventsCheck: 0 }),
    /** Puts a text in the place of a field's own, at once. */
    fill: (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } }),
    /** What a call is answered from now on; a write also says which topics it changed. */
    answer<E extends Endpoint>(
      endpoint: E,
      answer: AnswerOf<E> | ((call: Call) => AnswerOf<E>),
      ...changed: Topic[]
    ) {
      replies.set(endpoint, (call) => {
        const data = answer instanceof Function ? answer(call) : answer;
        return answerOf(endpoint, data, changed);
      });
    },
    /** Refuses a call from now on; without a sentence by an answer that says nothing. */
    refuse(endpoint: Endpoint, message?: string, statusCode = message ? 400 : 500) {
      replies.set(endpoint, () =>
        message
          ? Response.json({ statusCode, error: '', message }, { status: statusCode })
          : new Response('', { status: statusCode }),
      );
    },
    /** Cuts the line for a call. */
    cut(endpoint: Endpoint) {
      replies.set(endpoint, () => Promise.reject(new TypeError('Failed to fetch')));
    },
    /** Keeps a call's answer back until the returned function is called. */
    hold(endpoint: Endpoint): () => Promise<void> {
      const reply = replies.get(endpoint);
      if (!reply) throw new Error('There is no answer to hold back');
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      replies.set(endpoint, async (call) => {
        heldCalls += 1;
        await held;
        heldCalls -= 1;
        return reply(call);
      });
      return async () => {
        await act(async () => release());
        await settled();
      };
    },
    /** The calls of an endpoint until now. */
    callsOf: (endpoint: Endpoint) => calls.filter((call) => call.endpoint === endpoint),
    /** Opens the page of an address, without its frame. */
    async open(address: string, user: CurrentUser | null = null) {
      const Page = await arrive(address, user);
      await draw(<Page />, user);
    },
    /** Opens a part of a page alone. */
    async openPart(part: ReactNode, user: CurrentUser) {
      await arrive('/', user);
      await draw(part, user);
    },
    /** Opens an address with all that stands around its page; without a user it asks who reads. */
    async openWhole(address: string, user?: CurrentUser | null) {
      await arrive(address, user);
      await act(async () => render(<Root />));
      await settled();
    },
    /** Reads a message and puts it away, so that the next one is not taken for it. */
    async readToast(title: string, description: string) {
      // By their labels: what stands behind a dialog has no name.
      const region = within(await screen.findByLabelText(/^Notifications \(/));
      const toast = within(await region.findByRole('listitem', { hidden: true }));
      toast.getByText(title);
      toast.getByText(description);
      await site.user.click(toast.getByLabelText('Dismiss'));
    },
    /** Makes a call fail by an answer that says nothing: what is said in its place. */
    async readFallback(endpoint: Endpoint, act: () => Promise<unknown>, fallback: string) {
      site.refuse(endpoint);
      await act();
      await site.readToast('Error', fallback);
    },
  };
  site.answer(getBand, BAND);
  site.answer(getDemo, undefined);
  site.answer(getSignInWays, { byEmailLink: false });
  site.answer(listLiveShows, []);
  site.answer(listMyPredictions, []);
  return site;
}

/** The page of one address; what follows it is seen by its own test. */
function Only({ at, children }: { at: string; children: ReactNode }) {
  const [pathname] = useLocation();
  return pathname === at && children;
}

function answerOf(endpoint: Endpoint, data: unknown, changed: readonly Topic[]): Response {
  const headers = {
    ...(Array.isArray(data) && { [TOTAL_COUNT_HEADER]: String(data.length) }),
    ...(changed.length > 0 && {
      [CHANGES_HEADER]: JSON.stringify(
        changed.map((topic) => ({ topic, subjectId: null, version: 0 })),
      ),
    }),
  };
  if (data === undefined) return new Response(null, { status: 204, headers });
  return Response.json(data, { status: endpoint.status, headers });
}

function patternOf({ path }: Endpoint): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}

async function leave() {
  for (const button of screen.queryAllByLabelText('Dismiss')) await act(async () => button.click());
  cleanup();
  queryClient.clear();
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
}

/** The one style that says what a button is called: of its two labels only one is seen. */
const HIDDEN = '<style>.invisible { visibility: hidden }</style>';

/** Live updates never begin. */
class SilentSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  readonly readyState = 0;
  close() {}
}
