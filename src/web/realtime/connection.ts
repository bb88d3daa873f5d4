import { RECONNECT, SESSION_ENDED_CODE } from '#contract/realtime.ts';
import { reconnectDelay } from './reconnect-delay.ts';

export type ConnectionState = 'closed' | 'open' | 'reconnecting';

/** An attempt that hears nothing for so long has failed; browsers would wait for minutes. */
const OPEN_TIMEOUT_MS = 10_000;

/** After so long out of sight a socket may be dead without knowing: a new one is opened instead. */
const DISTRUST_AFTER_HIDDEN_MS = 15_000;

export interface ConnectionOptions {
  open(): WebSocket;
  onState(state: ConnectionState): void;
  onOpen(isReopening: boolean): void;
  onMessage(data: unknown): void;
  /** The server closed the socket because its session is over. */
  onSessionEnded(): void;
  random?: () => number;
}

/** Keeps one socket open until it is closed, by the rules of `RECONNECT`. */
export function createConnection(options: ConnectionOptions) {
  let socket: WebSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempts = 0;
  let hasBeenOpen = false;
  let hiddenAt: number | undefined;
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
      hiddenAt ??= Date.now();
    },
    close() {
      drop();
      options.onState('closed');
    },
  };

  function beginRound() {
    drop();
    attempts = 0;
    options.onState('reconnecting');
    connect();
  }

  function connect() {
    const opened = options.open();
    socket = opened;
    timer = setTimeout(lose, OPEN_TIMEOUT_MS);
    opened.onopen = () => {
      clearTimeout(timer);
      attempts = 0;
      options.onState('open');
      options.onOpen(hasBeenOpen);
      hasBeenOpen = true;
    };
    opened.onmessage = ({ data }) => options.onMessage(data);
    opened.onerror = () => console.warn('The connection for live updates failed');
    opened.onclose = ({ code }) => {
      if (code === SESSION_ENDED_CODE) options.onSessionEnded();
      lose();
    };
  }

  function lose() {
    drop();
    attempts += 1;
    const delay = reconnectDelay(attempts, options.random);
    options.onState(delay === undefined ? 'closed' : 'reconnecting');
    timer =
      delay === undefined
        ? setTimeout(beginRound, RECONNECT.nextRoundMs)
        : setTimeout(connect, delay);
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
