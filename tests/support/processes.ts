import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createServer, type Server } from 'node:net';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { projectFile } from '#server/project-files.ts';

/** Below the ephemeral ports, so that a restarted server finds its port free. */
const FIRST_PORT = 12_000;
/** The process listens on the first port of its block, so that no other process takes the block. */
const PORTS_PER_PROCESS = 40;
const BLOCK_COUNT = 500;

let block: Promise<number> | undefined;
let portCount = 0;

export async function findFreePort(): Promise<number> {
  block ??= claimBlock();
  const first = (await block) + 1;
  for (let tries = 1; tries < PORTS_PER_PROCESS; tries += 1) {
    const port = first + (portCount++ % (PORTS_PER_PROCESS - 1));
    const probe = await listen(port);
    if (!probe) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
  throw new Error(`No free port from ${first} on.`);
}

async function claimBlock(): Promise<number> {
  for (let tries = 0; tries < BLOCK_COUNT; tries += 1) {
    const first = FIRST_PORT + ((process.pid + tries) % BLOCK_COUNT) * PORTS_PER_PROCESS;
    const guard = await listen(first);
    if (!guard) continue;
    guard.unref();
    return first;
  }
  throw new Error('Every block of ports is in use.');
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

export async function endChild(
  child: ChildProcess | undefined,
  signal: NodeJS.Signals,
): Promise<void> {
  if (!child || hasEnded(child)) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

/** In the project's folder, a tool would read the developer's `.env`. */
export function buildProgramArgs(path: string): string[] {
  const loader = createRequire(import.meta.url).resolve('tsx');
  return ['--import', pathToFileURL(loader).href, fileURLToPath(projectFile(path))];
}
