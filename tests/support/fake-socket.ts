import { vi } from 'vitest';

export class FakeSocket {
  static all: FakeSocket[] = [];
  readyState: number = WebSocket.CONNECTING;
  readonly send = vi.fn();
  onopen: (() => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  onerror: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;

  constructor() {
    FakeSocket.all.push(this);
  }
  succeed() {
    this.readyState = WebSocket.OPEN;
    this.onopen?.();
  }
  end(code = 1006) {
    this.readyState = WebSocket.CLOSED;
    this.onclose?.({ code });
  }
  close() {
    this.readyState = WebSocket.CLOSED;
  }
}

export function getLatestSocket(): FakeSocket {
  const socket = FakeSocket.all.at(-1);
  if (!socket) throw new Error('No socket was created');
  return socket;
}
