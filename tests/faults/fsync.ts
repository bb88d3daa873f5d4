import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildSessionCookie, choosePicks } from '../../bench/support/embedded-product.ts';
import { installPackages } from '../../scripts/test/system-packages.ts';
import { startSeededProduct } from '../crowd/seeded-product.ts';
import { createClient, sendOrThrow } from '../nodes/api-client.ts';
import { findProgram } from '../support/installed-programs.ts';
import { endWithInvariants, type Outcome, SkippedFault } from './outcome.ts';

/** Each submission needs an fsync or fdatasync of PostgreSQL before its response. */
export async function runFsync(submissions: number): Promise<Outcome> {
  if (!findProgram('strace')) await installPackages(['strace']);
  if (!findProgram('strace')) throw new SkippedFault('strace is not installed and could not be');
  const product = await startSeededProduct('embedded', submissions + 20);
  const log = join(tmpdir(), `called-it-strace-${process.pid}`);
  try {
    const submit = async (fan: number) => {
      const client = createClient(product.url);
      client.cookie = buildSessionCookie(fan);
      const body = { showId: product.showId, songIds: choosePicks(product, fan) };
      await sendOrThrow(client, 201, 'POST', '/api/predictions', body);
    };
    // Opens every database session of the server before strace attaches.
    await Promise.all(Array.from({ length: 20 }, (_, fan) => submit(submissions + fan)));
    const trace = await watch((await product.findPostmasterPid()) ?? 0, log);
    let unconfirmed = 0;
    for (let fan = 0; fan < submissions; fan += 1) {
      const previousCount = countConfirmations(log);
      await submit(fan);
      if (countConfirmations(log) === previousCount) unconfirmed += 1;
    }
    const count = countConfirmations(log);
    trace.kill('SIGINT');
    await once(trace, 'exit');
    return await endWithInvariants(await product.databaseUrl(), {
      summary: `${submissions} submissions in sequence, ${count} fsyncs, ${unconfirmed} responses before their fsync`,
      broken: { 'responses before their fsync': unconfirmed },
    });
  } finally {
    rmSync(log, { force: true });
    await product.close();
  }
}

async function watch(postmaster: number, log: string) {
  const processes = [postmaster, ...listChildren(postmaster)];
  const pidArgs = processes.flatMap((pid) => ['-p', `${pid}`]);
  const args = ['-f', '-e', 'trace=fsync,fdatasync', '-o', log, ...pidArgs];
  const trace = spawn('strace', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  trace.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
  });
  for (const end = Date.now() + 10_000; Date.now() < end; await sleep(50)) {
    if (trace.exitCode !== null)
      throw new SkippedFault(`strace is not permitted: ${output.trim()}`);
    // A PostgreSQL worker may have exited in the meantime.
    const attached = output.match(/ attached|No such process/g);
    if (attached && attached.length >= processes.length) return trace;
  }
  throw new Error(`strace did not attach: ${output}`);
}

function listChildren(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => findParent(pid) === parent);
}

function findParent(pid: number): number | undefined {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}

/** Counts a call that strace logs in two lines once. */
function countConfirmations(log: string): number {
  return readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => / = 0$/.test(line)).length;
}
