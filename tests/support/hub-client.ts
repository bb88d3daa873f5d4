import { EventEmitter } from 'node:events';
import type { WebSocket } from 'ws';
import { type ServerMessage, serverMessage } from '#contract/realtime.ts';
import type { Client } from '#server/realtime/client.ts';

/** Has no connection: the hub's messages reach `onMessage` synchronously. */
export function createHubClient(
  onMessage: (message: ServerMessage) => void,
  fields: Partial<Client>,
): Client {
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
        onMessage(serverMessage.parse(JSON.parse(`${parsePayload(frame)}`)));
        return true;
      },
    },
    userId: 'fan',
    isAdmin: false,
    isModerator: false,
    scribeOf: [],
    request: {} as never,
    wantsPulse: false,
    wantsRecent: false,
    dataLoadedAt: 0,
    watches: new Set(),
    ...fields,
  };
}

/** Parses an unmasked frame (RFC 6455, section 5.2). */
function parsePayload(frame: Buffer): Buffer {
  const length = frame[1] ?? 0;
  return frame.subarray(length < 126 ? 2 : length === 126 ? 4 : 10);
}
