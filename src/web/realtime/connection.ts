import {
  PULSE,
  PULSE_INTERVAL_MS,
  REALTIME_EVENTS,
  RECONNECT,
  REPLAY_WINDOW_MS,
  RESTART_CODE,
  SESSION_ENDED_CODE,
  type ServerMessage,
  TOPIC_EVENT,
} from '#contract/realtime.ts';
import { computeReconnectDelay, computeRestartDelay } from './reconnect-delay.ts';

export type ConnectionState = 'closed' | 'open' | 'reconnecting';

/** Browsers would take minutes. */
const OPEN_TIMEOUT_MS = 10_000;

/** After two missed pulses the connection is dead, even if the browser reports it as open. */
const PULSE_TIMEOUT_MS = 2 * PULSE_INTERVAL_MS + 10_000;

/** A socket that was hidden for longer may be dead without an event. */
const MAX_HIDDEN_MS = 15_000;

export interface ConnectionOptions {
  open(isReopening: boolean): WebSocket;
  /** `lastMessageAt` is the server's last message, in milliseconds since the epoch. */
  onState(state: ConnectionState, lastMessageAt: number): void;
  onOpen(isReopening: boolean): void;
  onMessage(message: ServerMessage): void;
  /** Called when the session has ended, or may have because every attempt failed. */
  checkSession(): void;
  random?: () => number;
}

export function createConnection(options: ConnectionOptions) {
  let socket: WebSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempts = 0;
  let hasBeenOpen = false;
  let hiddenAt: number | undefined;
  let lastMessageAt = Date.now();
  const createdAt = lastMessageAt;
  connect();

  return {
    wake(isNetworkBack: boolean) {
      const hiddenMs = hiddenAt === undefined ? 0 : Date.now() - hiddenAt;
      hiddenAt = undefined;
      const isReliable = !isNetworkBack && hiddenMs < MAX_HIDDEN_MS;
      if (socket?.readyState === WebSocket.OPEN && isReliable) return;
      if (socket?.readyState === WebSocket.CONNECTING && isReliable) return;
      startRound();
    },
    hide() {
      hiddenAt = Date.now();
    },
    /** Called when the network is lost: the socket would notice only minutes later. */
    onNetworkLost() {
      if (socket) scheduleReconnect();
    },
    /** Does nothing while the socket is closed. The caller resends after a reconnect. */
    send(text: string) {
      if (socket?.readyState === WebSocket.OPEN) socket.send(text);
    },
    close() {
      closeSocket();
      reportState('closed');
    },
  };

  /** Includes a delayed first connection, because the server may not replay the missed messages. */
  function isReopening(): boolean {
    return hasBeenOpen || Date.now() - createdAt > REPLAY_WINDOW_MS / 2;
  }

  function reportState(state: ConnectionState) {
    options.onState(state, lastMessageAt);
  }

  function startRound() {
    closeSocket();
    attempts = 0;
    reportState('reconnecting');
    connect();
  }

  function connect() {
    const newSocket = options.open(isReopening());
    socket = newSocket;
    timer = setTimeout(scheduleReconnect, OPEN_TIMEOUT_MS);
    newSocket.onopen = () => {
      recordMessage();
      attempts = 0;
      reportState('open');
      options.onOpen(isReopening());
      hasBeenOpen = true;
    };
    newSocket.onmessage = ({ data }) => {
      recordMessage();
      if (data === PULSE) return;
      const message = readMessage(data);
      if (message) options.onMessage(message);
    };
    newSocket.onerror = () => console.warn('The live update connection failed');
    newSocket.onclose = ({ code }) => {
      if (code === SESSION_ENDED_CODE) options.checkSession();
      scheduleReconnect(code);
    };
  }

  function recordMessage() {
    lastMessageAt = Date.now();
    clearTimeout(timer);
    timer = setTimeout(scheduleReconnect, PULSE_TIMEOUT_MS);
  }

  function scheduleReconnect(code?: number) {
    closeSocket();
    attempts += 1;
    const delay =
      code === RESTART_CODE
        ? computeRestartDelay(options.random)
        : computeReconnectDelay(attempts, options.random);
    if (delay === undefined) {
      reportState('closed');
      // Browsers hide why an upgrade was rejected.
      options.checkSession();
      timer = setTimeout(startRound, RECONNECT.nextRoundMs);
    } else {
      reportState('reconnecting');
      timer = setTimeout(connect, delay);
    }
  }

  function closeSocket() {
    clearTimeout(timer);
    if (!socket) return;
    const droppedSocket = socket;
    socket = undefined;
    droppedSocket.onopen =
      droppedSocket.onmessage =
      droppedSocket.onerror =
      droppedSocket.onclose =
        null;
    droppedSocket.close();
  }
}

/** Logs an invalid message and returns undefined. */
export function readMessage(data: unknown): ServerMessage | undefined {
  try {
    const message: ServerMessage = JSON.parse(String(data));
    if (KNOWN_EVENTS.has(message.event) && typeof message.data.version === 'number') return message;
  } catch {
    // The error is logged below.
  }
  console.warn('Failed to parse a live update');
  return undefined;
}

/** Other parts of a message aren't validated, because they come from our server. */
const KNOWN_EVENTS = new Set<string>([...REALTIME_EVENTS, TOPIC_EVENT]);
