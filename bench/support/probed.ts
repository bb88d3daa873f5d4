import { freePort } from '../../tests/support/processes.ts';

export interface Probe {
  /** What starts a server so that it can be looked into. */
  started: { nodeArgs: string[]; env: Record<string, string> };
  /** Collects garbage first; the longest stop is that since the reading before. */
  read(): Promise<{ longestStopMs: number; rss: number; held: number }>;
}

/** Looks into a server's process while it runs. */
export async function createProbe(): Promise<Probe> {
  const port = await freePort();
  return {
    started: {
      nodeArgs: ['--expose-gc', '--import', './bench/support/probe.mjs'],
      env: { PROBE_PORT: String(port) },
    },
    async read() {
      const answer = await fetch(`http://127.0.0.1:${port}`);
      return (await answer.json()) as Awaited<ReturnType<Probe['read']>>;
    },
  };
}
