import { WebSocket } from 'ws';
import type { ShowRow } from '#contract/leaderboards.ts';
import {
  applySetlistDelta,
  buildShowRow,
  getLiveShow,
  type LiveShowState,
} from '#contract/live-shows.ts';
import {
  PULSE_QUERY,
  REALTIME_PATH,
  refetchSpread,
  type ServerMessage,
  TOPIC_EVENT,
} from '#contract/realtime.ts';
import type { SongPick } from '#contract/scoring.ts';
import type { SetlistEntry } from '#contract/setlists.ts';
import { buildUrl } from '#contract/url.ts';
import { createConnection } from '#web/realtime/connection.ts';
import { fetchBoard } from './ask.ts';

export interface Fan {
  userId: string;
  username: string;
  cookie: string;
  picks: readonly SongPick[];
}

/**
 * A minimal page of a live show, so that thousands fit into a process: the browser's own
 * connection, the contract's rules, and one read of the show after missed changes.
 */
export class NightPage {
  rows: SetlistEntry[] = [];
  ownRow: ShowRow | undefined;
  requests = 0;
  /** Requests with a status other than 200. */
  failures = 0;
  /** Sockets that could not be opened. */
  refusals = 0;
  /** How often it connected and read the missed changes. */
  arrivals = 0;
  readonly #url: string;
  readonly #showId: string;
  readonly #fan: Fan;
  readonly #onCurrent: (page: NightPage) => void;
  readonly #connection;
  #audience = 0;
  #version = 0;
  #isReading = false;
  #isStale = false;
  #isArriving = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(url: string, showId: string, fan: Fan, onCurrent: (page: NightPage) => void) {
    this.#url = url;
    this.#showId = showId;
    this.#fan = fan;
    this.#onCurrent = onCurrent;
    this.#connection = createConnection({
      open: () => this.#open(),
      onState: () => undefined,
      onOpen: () => {
        this.#isArriving = true;
        this.#readSoon();
      },
      onMessage: (message) => this.#receive(message),
      checkSession: () => undefined,
    });
  }

  close() {
    clearTimeout(this.#timer);
    this.#connection.close();
  }

  #open() {
    const address = `${this.#url.replace('http', 'ws')}${REALTIME_PATH}?${PULSE_QUERY}`;
    const socket = new WebSocket(address, { headers: { cookie: this.#fan.cookie } });
    socket.on('error', () => {
      this.refusals += 1;
    });
    return socket as unknown as globalThis.WebSocket;
  }

  #receive({ event, data }: ServerMessage) {
    if (event === TOPIC_EVENT || data.showId !== this.#showId) return;
    this.#audience = data.audience;
    if (this.#timer !== undefined || this.#isReading) {
      this.#isStale = this.#isReading;
      return;
    }
    const { setlist: delta, standings, version } = data;
    // The standings already came with the song that changed them.
    if (!delta && !standings && version <= this.#version) return;
    const setlist = delta ? applySetlistDelta(this.rows, delta) : this.rows;
    if (!setlist || !standings) return this.#readSoon();
    this.#version = version;
    this.#show({ setlist, standings });
  }

  #readSoon() {
    if (this.#isReading) this.#isStale = true;
    else
      this.#timer ??= setTimeout(() => this.#read(), Math.random() * refetchSpread(this.#audience));
  }

  async #read() {
    this.#timer = undefined;
    this.#isReading = true;
    this.#isStale = false;
    this.requests += 1;
    const address = this.#url + buildUrl(getLiveShow.path, { params: { id: this.#showId } });
    const { status, text } = await fetchBoard(address, this.#fan);
    this.#isReading = false;
    if (status === 200) {
      if (this.#isArriving) this.arrivals += 1;
      this.#isArriving = false;
      this.#show(JSON.parse(text));
    } else {
      this.failures += 1;
      this.#isStale = true;
    }
    if (this.#isStale) this.#readSoon();
  }

  #show({ setlist, standings }: LiveShowState) {
    this.rows = setlist;
    this.ownRow = buildShowRow(this.#fan, setlist, standings?.ranks ?? []);
    this.#onCurrent(this);
  }
}
