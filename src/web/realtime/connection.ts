import {
  PULSE,
  PULSE_EVERY_MS,
  REALTIME_EVENTS,
  RECONNECT,
  REPLAY_WINDOW_MS,
  RESTART_CODE,
  SESSION_ENDED_CODE,
  type ServerMessage,
  TOPIC_EVENT,
} from '#contract/realtime.ts';
import { reconnectDelay, restartDelay } from './reconnect-delay.ts';

export type ConnectionState = 'closed' | 'open' | 'reconnecting';

/** An attempt that hears nothing for so long has failed; browsers would wait for minutes. */
const OPEN_TIMEOUT_MS = 10_000;

/** A line on which two pulses are missing is dead, whatever the browser believes. */
const SILENT_MS = 2 * PULSE_EVERY_MS + 10_000;

/** After so long out of sight a socket may be dead without knowing: a new one is opened instead. */
const DISTRUST_AFTER_HIDDEN_MS = 15_000;

export interface ConnectionOptions {
  open(isReopening: boolean): WebSocket;
  /** `heardAt` is when the server was last heard, in milliseconds since 1970. */
  onState(state: ConnectionState, heardAt: number): void;
  onOpen(isReopening: boolean): void;
  onMessage(message: ServerMessage): void;
  /** The server closed the socket because its session is over, or refuses one for so long that it may be. */
  onSessionDoubted(): void;
  random?: () => number;
}

/** Keeps one socket open until it is closed, by the rules of `RECONNECT`. */
export function createConnection(options: ConnectionOptions) {
  let socket: WebSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempts = 0;
  let hasBeenOpen = false;
  let hiddenAt: number | undefined;
  let heardAt = Date.now();
  const begunAt = heardAt;
  connect();

  return {
    /** The page is seen again, or the network is back: whatever was waited for, try at once. */
    wake(isNetworkNew: boolean) {
      const hiddenMs = hiddenAt === undefined ? 0 : Date.now() - hiddenAt;
      hiddenAt = undefined;
      const isTrusted = !isNetworkNew && hiddenMs < DISTRUST_AFTER_HIDDEN_MS;
      if (socket?.readyState === WebSocket.OPEN && isTrusted) return;
      if (socket?.readyState === WebSocket.CONNECTING && isTrusted) return;
      beginRound();
    },
    hide() {
      hiddenAt = Date.now();
    },
    /** The network is gone: so is the socket, which would learn it late. */
    cut() {
      if (socket) lose();
    },
    /** Says something to the server, where it can hear; whoever says it does so again to a new socket. */
    say(text: string) {
      if (socket?.readyState === WebSocket.OPEN) socket.send(text);
    },
    close() {
      drop();
      tell('closed');
    },
  };

  /** Or a first opening so late that the server may no longer know what was missed. */
  function isReopening(): boolean {
    return hasBeenOpen || Date.now() - begunAt > REPLAY_WINDOW_MS / 2;
  }

  function tell(state: ConnectionState) {
    options.onState(state, heardAt);
  }

  function beginRound() {
    drop();
    attempts = 0;
    tell('reconnecting');
    connect();
  }

  function connect() {
    const opened = options.open(isReopening());
    socket = opened;
    timer = setTimeout(lose, OPEN_TIMEOUT_MS);
    opened.onopen = () => {
      hear();
      attempts = 0;
      tell('open');
      options.onOpen(isReopening());
      hasBeenOpen = true;
    };
    opened.onmessage = ({ data }) => {
      hear();
      if (data === PULSE) return;
      const message = readMessage(data);
      if (message) options.onMessage(message);
    };
    opened.onerror = () => console.warn('The connection for live updates failed');
    opened.onclose = ({ code }) => {
      if (code === SESSION_ENDED_CODE) options.onSessionDoubted();
      lose(code);
    };
  }

  function hear() {
    heardAt = Date.now();
    clearTimeout(timer);
    timer = setTimeout(lose, SILENT_MS);
  }

  function lose(code?: number) {
    drop();
    attempts += 1;
    const delay =
      code === RESTART_CODE
        ? restartDelay(options.random)
        : reconnectDelay(attempts, options.random);
    if (delay === undefined) {
      tell('closed');
      // A browser does not say why an upgrade was refused: perhaps nobody is signed in any more.
      options.onSessionDoubted();
      timer = setTimeout(beginRound, RECONNECT.nextRoundMs);
    } else {
      tell('reconnecting');
      timer = setTimeout(connect, delay);
    }
  }

  /** Forgets the socket: whatever it still says is not heard. */
  function drop() {
    clearTimeout(timer);
    if (!socket) return;
    const dropped = socket;
    socket = undefined;
    dropped.onopen = dropped.onmessage = dropped.onerror = dropped.onclose = null;
    dropped.close();
  }
}

/** A message of the server; one that can't be read is only logged. */
export function readMessage(data: unknown): ServerMessage | undefined {
  try {
    const message: ServerMessage = JSON.parse(String(data));
    if (EVENTS.has(message.event) && typeof message.data.version === 'number') return message;
  } catch {
    // Logged like any other that says nothing.
  }
  console.warn('A live update could not be read');
  return undefined;
}

/** What else they carry is as the contract says: the server made it. */
const EVENTS = new Set<string>([...REALTIME_EVENTS, TOPIC_EVENT]);
