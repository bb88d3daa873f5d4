import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createServer, type Server } from 'node:net';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { projectFile } from '#server/project-files.ts';

/**
 * Below the ephemeral ports (from 32768 on Linux, from 49152 elsewhere), so that a restarted server
 * finds its port free.
 */
const FIRST_PORT = 12_000;
/** Ports per process, so that concurrent processes don't find the same one. */
const PORTS_PER_PROCESS = 40;
const BLOCKS = 500;

let next = 0;

/** Finds a free port on this machine. */
export async function freePort(): Promise<number> {
  const first = FIRST_PORT + (process.pid % BLOCKS) * PORTS_PER_PROCESS;
  for (let tries = 0; tries < PORTS_PER_PROCESS; tries += 1) {
    const port = first + (next++ % PORTS_PER_PROCESS);
    const probe = await listen(port);
    if (!probe) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
  throw new Error(`No free port from ${first} on.`);
}

async function listen(port: number): Promise<Server | undefined> {
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
    return probe;
  } catch {
    return undefined;
  }
}

export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** Sends a signal to a running process and waits until it has exited. */
export async function endChild(
  child: ChildProcess | undefined,
  signal: NodeJS.Signals,
): Promise<void> {
  if (!child || hasEnded(child)) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

/**
 * Arguments to run a source file with Node from any folder. In the project's folder, a tool would
 * read the developer's `.env`.
 */
export function sourceProgram(path: string): string[] {
  const loader = createRequire(import.meta.url).resolve('tsx');
  return ['--import', pathToFileURL(loader).href, fileURLToPath(projectFile(path))];
}
