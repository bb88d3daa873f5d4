import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { WebSocket } from 'ws';
import { getCurrentUser } from '#contract/accounts.ts';
import type { Endpoint, ResponseOf } from '#contract/endpoint.ts';
import { getMyShowRow, type ShowRow } from '#contract/leaderboards.ts';
import { getLiveShow } from '#contract/live-shows.ts';
import { listMyPredictions } from '#contract/predictions.ts';
import { REALTIME_PATH } from '#contract/realtime.ts';
import { getSetlist, type SetlistEntry } from '#contract/setlists.ts';
import { buildUrl } from '#contract/url.ts';
import { queryMetaFor } from '#web/http/query-for.ts';
import { buildQueryKey } from '#web/http/query-key.ts';
import { createConnection } from '#web/realtime/connection.ts';
import { createRefetcher } from '#web/realtime/refetcher.ts';
import { sendRequest } from '../../bench/load/send-request.ts';
import { random } from '../support/random.ts';

// Node 20 has no global WebSocket, and the connection reads its state constants.
globalThis.WebSocket ??= WebSocket as unknown as typeof globalThis.WebSocket;

/** Simulates a fan's page of a live show with the browser's cache, connection and refetch rules. */
export class BrowserPage {
  /** Milliseconds from each reconnect until the page has fetched the missed changes. */
  readonly catchUps: number[] = [];
  readonly #client = new QueryClient({ defaultOptions: { queries: { retryDelay: 200 } } });
  readonly #showId: string;
  readonly #cookie: string;
  readonly #url: string;
  readonly #refetcher;
  readonly #connection;
  readonly #unsubscribes: (() => void)[];
  #socket: WebSocket | undefined;
  #isDisconnected = false;
  #isCaughtUp = false;
  #isClosed = false;

  constructor(url: string, showId: string, cookie: string) {
    this.#url = url;
    this.#showId = showId;
    this.#cookie = cookie;
    const params = { id: showId };
    this.#unsubscribes = [
      this.#watch(getCurrentUser),
      this.#watch(listMyPredictions),
      this.#watch(getSetlist, params),
      this.#watch(getMyShowRow, params),
    ];
    this.#refetcher = createRefetcher(
      this.#client,
      (id) => this.#fetch(getLiveShow, { id }),
      random,
    );
    this.#connection = createConnection({
      open: () => this.#open(),
      onState: () => undefined,
      onOpen: (isReopening) => this.#catchUp(isReopening),
      onMessage: this.#refetcher.receive,
      checkSession: () => undefined,
      random,
    });
  }

  get isCurrent() {
    return this.#socket?.readyState === WebSocket.OPEN && this.#isCaughtUp;
  }

  get isDisconnected() {
    return this.#isDisconnected;
  }

  get rows() {
    return this.#client.getQueryData<SetlistEntry[]>(
      buildQueryKey(getSetlist, { id: this.#showId }),
    );
  }

  get ownRow() {
    return this.#client.getQueryData<ShowRow>(buildQueryKey(getMyShowRow, { id: this.#showId }));
  }

  /** Simulates a tunnel: attempts to connect fail until `reconnect` is called. */
  disconnect() {
    if (this.#isClosed) return;
    this.#isDisconnected = true;
    this.#isCaughtUp = false;
    this.#socket?.terminate();
  }

  reconnect() {
    if (!this.#isDisconnected || this.#isClosed) return;
    this.#isDisconnected = false;
    this.#connection.wake(true);
  }

  close() {
    this.#isClosed = true;
    this.#connection.close();
    this.#socket?.terminate();
    this.#refetcher.stop();
    for (const unsubscribe of this.#unsubscribes) unsubscribe();
    this.#client.clear();
  }

  #open() {
    if (this.#isDisconnected) return NEVER_OPENS;
    const socketUrl = this.#url.replace('http', 'ws') + REALTIME_PATH;
    const socket = new WebSocket(socketUrl, { headers: { cookie: this.#cookie } });
    // The socket may be terminated while it opens.
    socket.on('error', () => undefined);
    this.#socket = socket;
    return socket as unknown as globalThis.WebSocket;
  }

  #catchUp(isReopening: boolean) {
    const startedAt = performance.now();
    this.#isCaughtUp = false;
    this.#refetcher.catchUp(isReopening, () => {
      this.#isCaughtUp = true;
      if (isReopening) this.catchUps.push(performance.now() - startedAt);
    });
  }

  #watch(endpoint: Endpoint, params?: Record<string, string>) {
    return new QueryObserver(this.#client, {
      queryKey: buildQueryKey(endpoint, params),
      meta: queryMetaFor(endpoint, params),
      queryFn: async () => (await this.#fetch(endpoint, params)) ?? null,
      staleTime: Number.POSITIVE_INFINITY,
    }).subscribe(() => undefined);
  }

  async #fetch<E extends Endpoint>(endpoint: E, params?: Record<string, string>) {
    // `fetch` would dominate the CPU time of a thousand pages in one process.
    const url = this.#url + buildUrl(endpoint.path, { params });
    const { status, text } = await sendRequest(url, { cookie: this.#cookie });
    if (status < 200 || status > 299) throw new Error(`${endpoint.path} returned ${status}`);
    return (text === '' ? undefined : JSON.parse(text)) as ResponseOf<E>;
  }
}

const NEVER_OPENS = { readyState: 0, close: () => undefined } as unknown as globalThis.WebSocket;
