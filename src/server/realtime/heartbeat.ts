import { PULSE, PULSE_INTERVAL_MS, RESTART_CODE } from '#contract/realtime.ts';
import type { Client } from './client.ts';
import { processInBatches } from './process-in-batches.ts';

/** Ends a socket after 30 seconds without a pong. */
const MAX_UNANSWERED_PINGS = 2;

/** After twelve hours, the client has to reconnect, which requires a valid session. */
const MAX_BEATS = (12 * 60 * 60 * 1_000) / PULSE_INTERVAL_MS;

/** A session may also expire by age, which raises no event. */
const BEATS_PER_CHECK = (10 * 60 * 1_000) / PULSE_INTERVAL_MS;

interface Heartbeat {
  checkSession(client: Client): void;
  end(client: Client, code: number, reason: string): void;
}

export function startHeartbeat(clients: Iterable<Client>, { checkSession, end }: Heartbeat) {
  const pulses = new WeakMap<Client, { beatCount: number; unansweredCount: number }>();

  const timer = setInterval(() => void processInBatches(clients, beat), PULSE_INTERVAL_MS).unref();

  return { close: () => clearInterval(timer) };

  function beat(client: Client) {
    const pulse = pulses.get(client) ?? startPulse(client);
    if (pulse.unansweredCount >= MAX_UNANSWERED_PINGS) return client.socket.terminate();
    if (pulse.beatCount >= MAX_BEATS) return end(client, RESTART_CODE, 'Reconnect');
    pulse.beatCount += 1;
    pulse.unansweredCount += 1;
    client.socket.ping();
    if (client.wantsPulse) client.socket.send(PULSE);
    if (pulse.beatCount % BEATS_PER_CHECK === 0) checkSession(client);
  }

  function startPulse(client: Client) {
    const pulse = { beatCount: 0, unansweredCount: 0 };
    pulses.set(client, pulse);
    client.socket.on('pong', () => {
      pulse.unansweredCount = 0;
    });
    return pulse;
  }
}
