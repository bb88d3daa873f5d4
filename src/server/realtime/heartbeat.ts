import { PULSE, PULSE_INTERVAL_MS, RESTART_CODE } from '#contract/realtime.ts';
import type { Client } from './client.ts';
import { processInBatches } from './process-in-batches.ts';

/** 30 seconds without a pong. */
const MAX_UNANSWERED = 2;

/** A client that reconnects needs a valid session. */
const MAX_BEATS = (12 * 60 * 60 * 1_000) / PULSE_INTERVAL_MS;

/** A session may also expire by age, which raises no event. */
const BEATS_PER_CHECK = (10 * 60 * 1_000) / PULSE_INTERVAL_MS;

interface Heartbeat {
  checkSession(client: Client): void;
  end(client: Client, code: number, reason: string): void;
}

export function startHeartbeat(clients: Iterable<Client>, { checkSession, end }: Heartbeat) {
  const pulses = new WeakMap<Client, { beats: number; unanswered: number }>();

  const timer = setInterval(() => void processInBatches(clients, beat), PULSE_INTERVAL_MS).unref();

  return { close: () => clearInterval(timer) };

  function beat(client: Client) {
    const pulse = pulses.get(client) ?? startPulse(client);
    if (pulse.unanswered >= MAX_UNANSWERED) return client.socket.terminate();
    if (pulse.beats >= MAX_BEATS) return end(client, RESTART_CODE, 'Reconnect');
    pulse.beats += 1;
    pulse.unanswered += 1;
    client.socket.ping();
    if (client.wantsPulse) client.socket.send(PULSE);
    if (pulse.beats % BEATS_PER_CHECK === 0) checkSession(client);
  }

  function startPulse(client: Client) {
    const pulse = { beats: 0, unanswered: 0 };
    pulses.set(client, pulse);
    client.socket.on('pong', () => {
      pulse.unanswered = 0;
    });
    return pulse;
  }
}
