import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createServer, type Server } from 'node:net';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { projectFile } from '#server/project-files.ts';

/**
 * Below what systems give to outgoing connections (from 32768 on Linux, from 49152 elsewhere): a server
 * that restarts finds its port as it left it.
 */
const FIRST_PORT = 12_000;
/** For each process, so that those that look at the same moment do not find the same one. */
const BLOCK = 40;
const BLOCKS = 500;

let next = 0;

/** A port of this machine that nobody listens on. */
export async function freePort(): Promise<number> {
  const first = FIRST_PORT + (process.pid % BLOCKS) * BLOCK;
  for (let tries = 0; tries < BLOCK; tries += 1) {
    const port = first + (next++ % BLOCK);
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

/** Ends a process, where it still runs, and waits until it has gone. */
export async function endChild(
  child: ChildProcess | undefined,
  signal: NodeJS.Signals,
): Promise<void> {
  if (!child || hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

/**
 * Arguments by which Node runs a program of the sources from any folder. In that of the clone a tool
 * would read the owner's `.env`.
 */
export function sourceProgram(path: string): string[] {
  const loader = createRequire(import.meta.url).resolve('tsx');
  return ['--import', pathToFileURL(loader).href, fileURLToPath(projectFile(path))];
}
