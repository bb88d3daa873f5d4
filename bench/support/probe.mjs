import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

// node --expose-gc --import ./bench/support/probe.mjs PROGRAM: each request to PROBE_PORT returns
// the longest block of the program's event loop since the previous request, and its memory usage.

const RESOLUTION_MS = 1;
const SETTLED_MS = 20;

const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();

const server = createServer(async (_request, response) => {
  const longestBlockMs = delay.max / 1e6 - RESOLUTION_MS;
  // The first collection returns freed buffers with a delay. The blocks that collections cause are
  // reset.
  for (let collection = 0; collection < 2; collection += 1) {
    globalThis.gc?.();
    await sleep(SETTLED_MS);
  }
  delay.reset();
  const { rss, heapUsed, external } = process.memoryUsage();
  response.end(JSON.stringify({ longestBlockMs, rss, heldBytes: heapUsed + external }));
});
server.listen(Number(process.env.PROBE_PORT), '127.0.0.1').unref();
