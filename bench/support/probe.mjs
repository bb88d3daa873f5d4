import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

// node --expose-gc --import ./bench/support/probe.mjs PROGRAM: at PROBE_PORT each request is answered
// with the longest stop of the program's event loop since the one before, and what it holds in memory.

const RESOLUTION_MS = 1;
const SETTLED_MS = 20;

const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();

const server = createServer(async (_request, response) => {
  const longestStopMs = delay.max / 1e6 - RESOLUTION_MS;
  // What the first collection frees of buffers is given back a moment later; the stops are forgotten.
  for (let collection = 0; collection < 2; collection += 1) {
    globalThis.gc?.();
    await sleep(SETTLED_MS);
  }
  delay.reset();
  const { rss, heapUsed, external } = process.memoryUsage();
  response.end(JSON.stringify({ longestStopMs, rss, held: heapUsed + external }));
});
server.listen(Number(process.env.PROBE_PORT), '127.0.0.1').unref();
