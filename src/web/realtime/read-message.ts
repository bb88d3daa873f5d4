import { REALTIME_EVENTS, type ServerMessage, TOPIC_EVENT } from '#contract/realtime.ts';

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
