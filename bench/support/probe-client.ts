import { findFreePort } from '../../tests/support/processes.ts';

export interface Probe {
  startOptions: { nodeArgs: string[]; env: Record<string, string> };
  /** Collects garbage first. `longestBlockMs` is the longest block since the previous read. */
  read(): Promise<{ longestBlockMs: number; rss: number; heldBytes: number }>;
}

export async function createProbe(): Promise<Probe> {
  const port = await findFreePort();
  return {
    startOptions: {
      nodeArgs: ['--expose-gc', '--import', './bench/support/probe.mjs'],
      env: { PROBE_PORT: String(port) },
    },
    async read() {
      const response = await fetch(`http://127.0.0.1:${port}`);
      return (await response.json()) as Awaited<ReturnType<Probe['read']>>;
    },
  };
}
