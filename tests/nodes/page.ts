import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { REALTIME_PATH, RESTART_CODE } from '#contract/realtime.ts';
import { random } from '../support/random.ts';
import type { Person } from './person.ts';

/** A page of a setlist. It reads when its socket opens and on each message, and it reconnects. */
export class Page {
  /** Song ids in order, as last read. */
  songIds: string[] = [];
  /** How many messages it received. */
  received = 0;
  /** Close codes of sockets that had opened. */
  readonly closings: number[] = [];
  /** Longest time without a socket, in milliseconds. */
  longestOutside = 0;
  #socket: WebSocket | undefined;
  #lostAt: number | undefined;
  #isReading = false;
  #isStale = false;
  #isClosed = false;
  readonly #person: Person;
  readonly #url: string;
  readonly #path: string;

  constructor(person: Person, url: string, showId: string) {
    this.#person = person;
    this.#url = url;
    this.#path = `/api/shows/${showId}/setlist`;
    this.#open();
  }

  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Drops the connection, as when a phone changes networks. */
  cut() {
    this.#socket?.terminate();
  }

  close() {
    this.#isClosed = true;
    this.#socket?.terminate();
  }

  #open() {
    if (this.#isClosed) return;
    const { cookie } = this.#person;
    const socket = new WebSocket(this.#url.replace('http', 'ws') + REALTIME_PATH, {
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
      this.received += 1;
      void this.#read();
    });
    socket.on('close', (code) => {
      if (wasOpen) this.closings.push(code);
      this.#lostAt ??= performance.now();
      const wait = code === RESTART_CODE ? random() * 2_000 : 300 + random() * 400;
      setTimeout(() => this.#open(), wait);
    });
  }

  /** Runs one read at a time, and one more if a message arrived during it. */
  async #read() {
    this.#isStale = true;
    if (this.#isReading) return;
    this.#isReading = true;
    while (this.#isStale && !this.#isClosed) {
      this.#isStale = false;
      const { status, body } = await this.#person.send('GET', this.#path, undefined, this.#url);
      if (status === 200) this.songIds = body.map(({ songId }: { songId: string }) => songId);
      else {
        // Retries like the browser's pages.
        await sleep(200);
        this.#isStale = true;
      }
    }
    this.#isReading = false;
  }
}
