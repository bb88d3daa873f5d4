import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Makes this process the only one on an embedded data folder. PGlite itself opens a folder twice
 * without a word and loses one side's writes. Rejects with a sentence that names the owner's process
 * id. A lock whose process has ended is taken over. The answer gives the folder back.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, 'lock.json');
  const mine = JSON.stringify({
    pid: process.pid,
    started: startOf(process.pid),
    id: randomUUID(),
  });
  for (let attempt = 0; attempt < 5; attempt++) {
    if (await createExclusively(path, mine)) return () => releaseLock(path, mine);
    const found = await readFile(path, 'utf8').catch(() => undefined);
    if (found === undefined) continue;
    const owner = liveOwner(found);
    if (owner)
      throw new Error(
        `The data folder ${folder} is in use by process ${owner}. End that process first, or set DATA_DIR to another folder.`,
      );
    await removeStale(path, found);
  }
  throw new Error(
    `The data folder ${folder} could not be locked; another process is starting on it.`,
  );
}

async function createExclusively(path: string, text: string): Promise<boolean> {
  // Written aside and linked into place, so that nobody ever reads half a lock.
  const draft = `${path}.${randomUUID()}`;
  const file = await open(draft, 'wx');
  try {
    await file.writeFile(text);
    await file.close();
    await link(draft, path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Moves the stale lock away; if somebody replaced it in between, puts theirs back. */
async function removeStale(path: string, stale: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
    if ((await readFile(aside, 'utf8')) !== stale) await link(aside, path).catch(() => undefined);
  } catch {
    // Somebody else moved it first: the next attempt sees what is there now.
  } finally {
    await rm(aside, { force: true });
  }
}

async function releaseLock(path: string, mine: string): Promise<void> {
  if ((await readFile(path, 'utf8').catch(() => '')) === mine) await rm(path, { force: true });
}

function liveOwner(lock: string): number | undefined {
  try {
    const { pid, started } = JSON.parse(lock) as { pid: number; started: string | null };
    process.kill(pid, 0);
    // The same id with another start is another program that got the number later.
    return started === startOf(pid) ? pid : undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EPERM')
      return (JSON.parse(lock) as { pid: number }).pid;
    return undefined;
  }
}

/** When a process started, in ticks since boot, on Linux; null where that can't be told. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}
