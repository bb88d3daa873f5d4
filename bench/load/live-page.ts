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
import { sendRequest } from './send-request.ts';

export interface Fan {
  userId: string;
  username: string;
  cookie: string;
  picks: readonly SongPick[];
}

/**
 * A minimal page, so that thousands fit into a process. Follows the browser's and contract's rules.
 */
export class LivePage {
  rows: SetlistEntry[] = [];
  ownRow: ShowRow | undefined;
  requests = 0;
  failures = 0;
  failedConnections = 0;
  /** Counts connections, once the page has fetched the missed changes. */
  arrivals = 0;
  readonly #url: string;
  readonly #showId: string;
  readonly #fan: Fan;
  readonly #onCurrent: (page: LivePage) => void;
  readonly #connection;
  #audience = 0;
  #version = 0;
  #isFetching = false;
  #isStale = false;
  #isArriving = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(url: string, showId: string, fan: Fan, onCurrent: (page: LivePage) => void) {
    this.#url = url;
    this.#showId = showId;
    this.#fan = fan;
    this.#onCurrent = onCurrent;
    this.#connection = createConnection({
      open: () => this.#open(),
      onState: () => undefined,
      onOpen: () => {
        this.#isArriving = true;
        this.#scheduleFetch();
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
    const socketUrl = `${this.#url.replace('http', 'ws')}${REALTIME_PATH}?${PULSE_QUERY}`;
    const socket = new WebSocket(socketUrl, { headers: { cookie: this.#fan.cookie } });
    socket.on('error', () => {
      this.failedConnections += 1;
    });
    return socket as unknown as globalThis.WebSocket;
  }

  #receive({ event, data }: ServerMessage) {
    if (event === TOPIC_EVENT || data.showId !== this.#showId) return;
    this.#audience = data.audience;
    if (this.#timer !== undefined || this.#isFetching) {
      this.#isStale = this.#isFetching;
      return;
    }
    const { setlist: delta, standings, version } = data;
    // The song's event already contained the standings that it changed.
    if (!delta && !standings && version <= this.#version) return;
    const setlist = delta ? applySetlistDelta(this.rows, delta) : this.rows;
    if (!setlist || !standings) return this.#scheduleFetch();
    this.#version = version;
    this.#display({ setlist, standings });
  }

  #scheduleFetch() {
    if (this.#isFetching) this.#isStale = true;
    else
      this.#timer ??= setTimeout(
        () => this.#fetch(),
        Math.random() * refetchSpread(this.#audience),
      );
  }

  async #fetch() {
    this.#timer = undefined;
    this.#isFetching = true;
    this.#isStale = false;
    this.requests += 1;
    const url = this.#url + buildUrl(getLiveShow.path, { params: { id: this.#showId } });
    const { status, text } = await sendRequest(url, this.#fan);
    this.#isFetching = false;
    if (status === 200) {
      if (this.#isArriving) this.arrivals += 1;
      this.#isArriving = false;
      this.#display(JSON.parse(text));
    } else {
      this.failures += 1;
      this.#isStale = true;
    }
    if (this.#isStale) this.#scheduleFetch();
  }

  #display({ setlist, standings }: LiveShowState) {
    this.rows = setlist;
    this.ownRow = standings ? buildShowRow(this.#fan, setlist, standings) : undefined;
    this.#onCurrent(this);
  }
}
