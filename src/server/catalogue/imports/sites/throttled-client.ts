import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ImportStopped } from '../readers/import-stopped.ts';
import { fetchPublic, type MayConnect, type PublicAnswer } from './fetch-public.ts';

/** Keeps a site's rate limits and caches its responses until the import is complete. */
export interface ThrottledClient {
  /** Reuses a response up to `keptMs` old. Does not cache one that `read` rejects. */
  get<T>(path: string, read: (text: string, where: string) => T, keptMs: number): Promise<T>;
  /** Empties the cache, so the next import gets current responses. */
  forget(): Promise<void>;
}

export interface ThrottleOptions {
  name: string;
  /** Ends with a slash. */
  baseUrl: string;
  headers?: Record<string, string>;
  gapMs: number;
  /** Per UTC day. */
  mostADay?: number;
  folder: string;
  refusals?: Readonly<Record<number, string>>;
  clock?: () => number;
  sleep?: (ms: number, signal?: AbortSignal) => Promise<unknown>;
  signal?: AbortSignal | undefined;
  mayConnect?: MayConnect | undefined;
}

const TIMEOUT_MS = 30_000;
const MOST_TRIES = 4;
const FIRST_PAUSE_MS = 2_000;
/** For a longer wait, the import stops and says when to retry. */
const LONGEST_WAIT_MS = 2 * 60 * 1000;

export const GO_ON = 'What came before is in. Run the same import again: it goes on from there.';

export function createThrottledClient(manners: ThrottleOptions): ThrottledClient {
  const { name, baseUrl, gapMs, folder, clock = Date.now, signal } = manners;
  const wait =
    manners.sleep ?? ((ms: number) => pause(ms, undefined, { ...(signal && { signal }) }));
  let nextAt = 0;
  const used = new Set<string>();

  return {
    async get(path, read, keptMs) {
      const url = new URL(path, baseUrl);
      const where = `${name}, ${path}`;
      const hash = createHash('sha256').update(url.href).digest('hex').slice(0, 32);
      const file = join(folder, `${hash}.json`);
      used.add(file);
      const kept = await keptAnswer(file, clock() - keptMs);
      if (kept !== undefined) return read(kept, where);
      const text = await ask(url, where);
      const answer = read(text, where);
      await keep(file, text);
      return answer;
    },
    async forget() {
      for (const file of used) await rm(file, { force: true });
    },
  };

  async function ask(url: URL, where: string): Promise<string> {
    for (let attempt = 1; ; attempt += 1) {
      signal?.throwIfAborted();
      await spend(where);
      await takeTurn();
      const { status, text, retryAfter } = await send(url);
      if (status === 200) return text;
      const isPassing = status === 0 || status === 429 || status >= 500;
      const fallback = FIRST_PAUSE_MS * 2 ** (attempt - 1);
      const waitMs = waitOf(retryAfter, clock()) ?? fallback;
      if (waitMs > LONGEST_WAIT_MS) {
        const until = new Date(clock() + waitMs).toISOString().slice(0, 16).replace('T', ' ');
        throw new ImportStopped(where, `the site asks to wait until ${until} UTC`, GO_ON);
      }
      if (!isPassing || attempt === MOST_TRIES)
        throw new ImportStopped(where, refusalOf(status, text), GO_ON);
      await wait(waitMs);
    }
  }

  async function takeTurn(): Promise<void> {
    const early = nextAt - clock();
    if (early > 0) await wait(early);
    nextAt = clock() + gapMs;
  }

  /** On disk, because several runs share the daily limit. */
  async function spend(where: string): Promise<void> {
    if (manners.mostADay === undefined) return;
    const day = new Date(clock()).toISOString().slice(0, 10);
    const file = join(folder, `asked-on-${day}`);
    const asked = Number(await readFile(file, 'utf8').catch(() => '0'));
    if (asked >= manners.mostADay) {
      const what = `the ${manners.mostADay} questions that the site allows in a day are used up`;
      throw new ImportStopped(where, what, `Tomorrow there are more. ${GO_ON}`);
    }
    await keep(file, String(asked + 1));
  }

  async function keep(file: string, text: string): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(file, text, { mode: 0o600 });
  }

  async function send(url: URL): Promise<PublicAnswer> {
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    try {
      return await fetchPublic(url, {
        headers: { accept: 'application/json', ...manners.headers },
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        mayConnect: manners.mayConnect,
      });
    } catch (error) {
      signal?.throwIfAborted();
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      return { status: 0, text: cause instanceof Error ? cause.message : '', retryAfter: null };
    }
  }

  function refusalOf(status: number, text: string): string {
    if (status === 0) return `the site does not answer (${text})`;
    const said = manners.refusals?.[status] ?? messageOf(text);
    return `the site answered ${status}${said ? `: ${said}` : ''}`;
  }
}

async function keptAnswer(file: string, since: number): Promise<string | undefined> {
  const found = await stat(file).catch(() => undefined);
  if (!found || found.mtimeMs < since) return undefined;
  return readFile(file, 'utf8');
}

/** `Retry-After` is in seconds or a date (RFC 9110, 10.2.3). */
function waitOf(retryAfter: string | null, now: number): number | undefined {
  if (!retryAfter) return undefined;
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

function messageOf(text: string): string {
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    return typeof message === 'string' ? message.slice(0, 200) : '';
  } catch {
    return '';
  }
}
