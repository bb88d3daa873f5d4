import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { REALTIME_PATH, RESTART_CODE } from '#contract/realtime.ts';
import { random } from '../support/random.ts';
import type { ApiClient } from './api-client.ts';

/** Fetches the setlist when its socket opens and on each message, and reconnects. */
export class Page {
  songIds: string[] = [];
  receivedCount = 0;
  /** Excludes sockets that never opened. */
  readonly closings: number[] = [];
  /** In milliseconds. */
  longestDisconnected = 0;
  #socket: WebSocket | undefined;
  #lostAt: number | undefined;
  #isFetching = false;
  #isStale = false;
  #isClosed = false;
  readonly #client: ApiClient;
  readonly #url: string;
  readonly #path: string;

  constructor(client: ApiClient, url: string, showId: string) {
    this.#client = client;
    this.#url = url;
    this.#path = `/api/shows/${showId}/setlist`;
    this.#open();
  }

  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Simulates a phone that changes networks. */
  disconnect() {
    this.#socket?.terminate();
  }

  close() {
    this.#isClosed = true;
    this.#socket?.terminate();
  }

  #open() {
    if (this.#isClosed) return;
    const { cookie } = this.#client;
    const socket = new WebSocket(this.#url.replace('http', 'ws') + REALTIME_PATH, {
      headers: { cookie },
    });
    this.#socket = socket;
    let wasOpen = false;
    socket.on('error', () => undefined);
    socket.on('open', () => {
      wasOpen = true;
      if (this.#lostAt !== undefined)
        this.longestDisconnected = Math.max(
          this.longestDisconnected,
          performance.now() - this.#lostAt,
        );
      this.#lostAt = undefined;
      void this.#fetch();
    });
    socket.on('message', () => {
      this.receivedCount += 1;
      void this.#fetch();
    });
    socket.on('close', (code) => {
      if (wasOpen) this.closings.push(code);
      this.#lostAt ??= performance.now();
      const wait = code === RESTART_CODE ? random() * 2_000 : 300 + random() * 400;
      setTimeout(() => this.#open(), wait);
    });
  }

  /** Runs one request at a time, and another if a message arrived in the meantime. */
  async #fetch() {
    this.#isStale = true;
    if (this.#isFetching) return;
    this.#isFetching = true;
    while (this.#isStale && !this.#isClosed) {
      this.#isStale = false;
      const { status, body } = await this.#client.send('GET', this.#path, undefined, this.#url);
      if (status === 200) this.songIds = body.map(({ songId }: { songId: string }) => songId);
      else {
        await sleep(200);
        this.#isStale = true;
      }
    }
    this.#isFetching = false;
  }
}
