import { EventEmitter } from 'node:events';
import type { WebSocket } from 'ws';
import { type ServerMessage, serverMessage } from '#contract/realtime.ts';
import type { Client } from '#server/realtime/client.ts';

/** A client of the hub without a line: `hears` is called at once with what it is told. */
export function hubClient(hears: (message: ServerMessage) => void, who: Partial<Client>): Client {
  const socket = Object.assign(new EventEmitter(), {
    bufferedAmount: 0,
    readyState: 1,
    OPEN: 1,
    close: () => socket.emit('close'),
  });
  return {
    socket: socket as unknown as WebSocket,
    connection: {
      write(frame) {
        hears(serverMessage.parse(JSON.parse(`${payloadOf(frame)}`)));
        return true;
      },
    },
    userId: 'fan',
    isAdmin: false,
    request: {} as never,
    wantsPulse: false,
    wantsRecent: false,
    watches: new Set(),
    ...who,
  };
}

/** Of a frame that is not masked. RFC 6455, section 5.2. */
function payloadOf(frame: Buffer): Buffer {
  const length = frame[1] ?? 0;
  return frame.subarray(length < 126 ? 2 : length === 126 ? 4 : 10);
}
