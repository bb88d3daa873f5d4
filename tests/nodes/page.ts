import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { REALTIME_PATH, RESTART_CODE } from '#contract/realtime.ts';
import { random } from '../support/random.ts';
import type { Person } from './person.ts';

/** A page that shows a setlist: it reads when its socket opens and when it is told, and comes back. */
export class Page {
  /** Songs in order, as last read. */
  seen: string[] = [];
  /** How often it was told anything. */
  told = 0;
  /** Close codes so far, of sockets that were open. */
  readonly closings: number[] = [];
  /** Longest time without a socket, in milliseconds. */
  longestOutside = 0;
  #socket: WebSocket | undefined;
  #lostAt: number | undefined;
  #isReading = false;
  #isStale = false;
  #isClosed = false;
  readonly #who: Person;
  readonly #at: string;
  readonly #path: string;

  constructor(who: Person, at: string, showId: string) {
    this.#who = who;
    this.#at = at;
    this.#path = `/api/shows/${showId}/setlist`;
    this.#open();
  }

  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** As when a phone changes networks. */
  cut() {
    this.#socket?.terminate();
  }

  close() {
    this.#isClosed = true;
    this.#socket?.terminate();
  }

  #open() {
    if (this.#isClosed) return;
    const { cookie } = this.#who;
    const socket = new WebSocket(this.#at.replace('http', 'ws') + REALTIME_PATH, {
      headers: { cookie },
    });
    this.#socket = socket;
    let wasOpen = false;
    socket.on('error', () => undefined);
    socket.on('open', () => {
      wasOpen = true;
      if (this.#lostAt !== undefined)
        this.longestOutside = Math.max(this.longestOutside, performance.now() - this.#lostAt);
      this.#lostAt = undefined;
      void this.#read();
    });
    socket.on('message', () => {
      this.told += 1;
      void this.#read();
    });
    socket.on('close', (code) => {
      if (wasOpen) this.closings.push(code);
      this.#lostAt ??= performance.now();
      const wait = code === RESTART_CODE ? random() * 2_000 : 300 + random() * 400;
      setTimeout(() => this.#open(), wait);
    });
  }

  /** One reading runs, and one more follows where something was told meanwhile. */
  async #read() {
    this.#isStale = true;
    if (this.#isReading) return;
    this.#isReading = true;
    while (this.#isStale && !this.#isClosed) {
      this.#isStale = false;
      const { status, body } = await this.#who.ask('GET', this.#path, undefined, this.#at);
      if (status === 200) this.seen = body.map(({ songId }: { songId: string }) => songId);
      else {
        // As the browser's pages do where an answer failed.
        await sleep(200);
        this.#isStale = true;
      }
    }
    this.#isReading = false;
  }
}
