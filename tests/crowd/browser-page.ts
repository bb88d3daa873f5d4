import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { WebSocket } from 'ws';
import { getCurrentUser } from '#contract/accounts.ts';
import type { AnswerOf, Endpoint } from '#contract/endpoint.ts';
import { getMyShowRow, type ShowRow } from '#contract/leaderboards.ts';
import { getLiveShow } from '#contract/live-show.ts';
import { listMyPredictions } from '#contract/predictions.ts';
import { REALTIME_PATH } from '#contract/realtime.ts';
import { getSetlist, type SetlistEntry } from '#contract/setlists.ts';
import { urlOf } from '#contract/url.ts';
import { createRefetcher } from '#web/http/freshness.ts';
import { freshnessOf } from '#web/http/query-for.ts';
import { keyOf } from '#web/http/query-key.ts';
import { createConnection } from '#web/realtime/connection.ts';
import { ask } from '../../bench/load/ask.ts';
import { random } from '../support/random.ts';

// The browser's own line asks for its states.
globalThis.WebSocket ??= WebSocket as unknown as typeof globalThis.WebSocket;

/** A fan's page of a show's night, of the browser's own parts: its cache, its line, its rules. */
export class BrowserPage {
  /** Milliseconds from each reopening until what was missed is read. */
  readonly catchUps: number[] = [];
  readonly #client = new QueryClient({ defaultOptions: { queries: { retryDelay: 200 } } });
  readonly #showId: string;
  readonly #cookie: string;
  readonly #url: string;
  readonly #refetcher;
  readonly #connection;
  readonly #leave: (() => void)[];
  #socket: WebSocket | undefined;
  #isAway = false;
  #isCaughtUp = false;
  #isClosed = false;

  constructor(url: string, showId: string, cookie: string) {
    this.#url = url;
    this.#showId = showId;
    this.#cookie = cookie;
    const params = { id: showId };
    this.#leave = [
      this.#watch(getCurrentUser),
      this.#watch(listMyPredictions),
      this.#watch(getSetlist, params),
      this.#watch(getMyShowRow, params),
    ];
    this.#refetcher = createRefetcher(this.#client, (id) => this.#ask(getLiveShow, { id }), random);
    this.#connection = createConnection({
      open: () => this.#open(),
      onState: () => undefined,
      onOpen: (isReopening) => this.#catchUp(isReopening),
      onMessage: this.#refetcher.hear,
      checkSession: () => undefined,
      random,
    });
  }

  /** Its line is open, and what was missed before that is read. */
  get isCurrent() {
    return this.#socket?.readyState === WebSocket.OPEN && this.#isCaughtUp;
  }

  get isAway() {
    return this.#isAway;
  }

  get rows() {
    return this.#client.getQueryData<SetlistEntry[]>(keyOf(getSetlist, { id: this.#showId }));
  }

  get own() {
    return this.#client.getQueryData<ShowRow>(keyOf(getMyShowRow, { id: this.#showId }));
  }

  /** The line breaks, as in a tunnel: no attempt gets through until the network is back. */
  leave() {
    if (this.#isClosed) return;
    this.#isAway = true;
    this.#isCaughtUp = false;
    this.#socket?.terminate();
  }

  comeBack() {
    if (!this.#isAway || this.#isClosed) return;
    this.#isAway = false;
    this.#connection.wake(true);
  }

  close() {
    this.#isClosed = true;
    this.#connection.close();
    this.#socket?.terminate();
    this.#refetcher.stop();
    for (const leave of this.#leave) leave();
    this.#client.clear();
  }

  #open() {
    if (this.#isAway) return NO_ANSWER;
    const address = this.#url.replace('http', 'ws') + REALTIME_PATH;
    const socket = new WebSocket(address, { headers: { cookie: this.#cookie } });
    // One that is given up while it opens.
    socket.on('error', () => undefined);
    this.#socket = socket;
    return socket as unknown as globalThis.WebSocket;
  }

  #catchUp(isReopening: boolean) {
    const begun = performance.now();
    this.#isCaughtUp = false;
    this.#refetcher.catchUp(isReopening, () => {
      this.#isCaughtUp = true;
      if (isReopening) this.catchUps.push(performance.now() - begun);
    });
  }

  #watch(endpoint: Endpoint, params?: Record<string, string>) {
    return new QueryObserver(this.#client, {
      queryKey: keyOf(endpoint, params),
      meta: freshnessOf(endpoint, params),
      queryFn: async () => (await this.#ask(endpoint, params)) ?? null,
      staleTime: Number.POSITIVE_INFINITY,
    }).subscribe(() => undefined);
  }

  async #ask<E extends Endpoint>(endpoint: E, params?: Record<string, string>) {
    // Not `fetch`, which costs more than all else of a thousand pages in one process.
    const address = this.#url + urlOf(endpoint.path, { params });
    const { status, text } = await ask(address, { cookie: this.#cookie });
    if (status < 200 || status > 299) throw new Error(`${endpoint.path} answered ${status}`);
    return (text === '' ? undefined : JSON.parse(text)) as AnswerOf<E>;
  }
}

/** A line on which nothing is ever heard. */
const NO_ANSWER = { readyState: 0, close: () => undefined } as unknown as globalThis.WebSocket;
