import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';

const SLOW_LOOP_MS = 1_000;
const SILENCE_MS = 30_000;

/**
 * Tells the log when the process is too busy. It refuses nobody: an answer that comes late beats
 * none.
 */
export async function reportPressure(app: FastifyInstance): Promise<void> {
  let toldAt = Number.NEGATIVE_INFINITY;
  await app.register(underPressure, {
    maxEventLoopDelay: SLOW_LOOP_MS,
    pressureHandler(request, _reply, type, value) {
      if (performance.now() - toldAt < SILENCE_MS) return;
      toldAt = performance.now();
      request.log.warn({ type, value }, 'under pressure');
    },
  });
}
