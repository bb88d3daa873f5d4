import { type ServerMessage, serverMessage } from '#contract/realtime.ts';

/** A message of the server; one that can't be read is only logged. */
export function readMessage(data: unknown): ServerMessage | undefined {
  try {
    return serverMessage.parse(JSON.parse(String(data)));
  } catch {
    console.warn('A live update could not be read');
    return undefined;
  }
}
