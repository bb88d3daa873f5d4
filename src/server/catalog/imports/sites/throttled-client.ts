import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { MINUTE } from '#contract/durations.ts';
import {
  fetchPublic,
  type MayConnect,
  type PublicResponse,
} from '../../../outgoing/fetch-public.ts';
import { ImportStoppedError } from '../readers/import-stopped-error.ts';

/** Respects a site's rate limits, and caches its responses until the import is complete. */
export interface ThrottledClient {
  /** Reuses a response up to `maxAgeMs` old. Does not cache a response that `read` rejects. */
  get<T>(path: string, read: (text: string, location: string) => T, maxAgeMs: number): Promise<T>;
  /** Empties the cache, so the next import gets current responses. */
  clearCache(): Promise<void>;
}

export interface ThrottleOptions {
  name: string;
  /** Ends with a slash. */
  baseUrl: string;
  headers?: Record<string, string>;
  gapMs: number;
  /** The maximum number of requests per UTC day. */
  maxPerDay?: number;
  folder: string;
  errorMessages?: Readonly<Record<number, string>>;
  clock?: () => number;
  sleep?: (ms: number, signal?: AbortSignal) => Promise<unknown>;
  signal?: AbortSignal | undefined;
  mayConnect?: MayConnect | undefined;
}

const TIMEOUT_MS = 30_000;
const MAX_ATTEMPTS = 4;
const FIRST_PAUSE_MS = 2_000;
/** If the site asks for a longer wait, the import stops, and its message says when to retry. */
const MAX_WAIT_MS = 2 * MINUTE;

export const NEXT_STEP =
  'Everything before this was imported. Run the same import again to continue.';

export function createThrottledClient(options: ThrottleOptions): ThrottledClient {
  const { name, baseUrl, gapMs, folder, clock = Date.now, signal } = options;
  const wait =
    options.sleep ?? ((ms: number) => pause(ms, undefined, { ...(signal && { signal }) }));
  let nextAt = 0;
  const cachedFiles = new Set<string>();

  return {
    async get(path, read, maxAgeMs) {
      const url = new URL(path, baseUrl);
      const location = `${name}, ${path}`;
      const hash = createHash('sha256').update(url.href).digest('hex').slice(0, 32);
      const file = join(folder, `${hash}.json`);
      cachedFiles.add(file);
      const cached = await readCached(file, clock() - maxAgeMs);
      if (cached !== undefined) return read(cached, location);
      const text = await fetchText(url, location);
      const result = read(text, location);
      await store(file, text);
      return result;
    },
    async clearCache() {
      for (const file of cachedFiles) await rm(file, { force: true });
    },
  };

  async function fetchText(url: URL, location: string): Promise<string> {
    for (let attempt = 1; ; attempt += 1) {
      signal?.throwIfAborted();
      await countRequest(location);
      await waitForTurn();
      const { status, text, retryAfter } = await send(url);
      if (status === 200) return text;
      const isTemporary = status === 0 || status === 429 || status >= 500;
      const fallback = FIRST_PAUSE_MS * 2 ** (attempt - 1);
      const waitMs = parseRetryAfter(retryAfter, clock()) ?? fallback;
      if (waitMs > MAX_WAIT_MS) {
        const until = new Date(clock() + waitMs).toISOString().slice(0, 16).replace('T', ' ');
        throw new ImportStoppedError(
          location,
          `the site is rate limiting requests until ${until} UTC`,
          NEXT_STEP,
        );
      }
      if (!isTemporary || attempt === MAX_ATTEMPTS)
        throw new ImportStoppedError(location, describeFailure(status, text), NEXT_STEP);
      await wait(waitMs);
    }
  }

  async function waitForTurn(): Promise<void> {
    const waitMs = nextAt - clock();
    if (waitMs > 0) await wait(waitMs);
    nextAt = clock() + gapMs;
  }

  /** Stores the count on disk, because several runs share the daily limit. */
  async function countRequest(location: string): Promise<void> {
    if (options.maxPerDay === undefined) return;
    const day = new Date(clock()).toISOString().slice(0, 10);
    const file = join(folder, `requests-${day}`);
    const count = Number(await readFile(file, 'utf8').catch(() => '0'));
    if (count >= options.maxPerDay) {
      const reason = `the site's limit of ${options.maxPerDay} requests per day is reached`;
      throw new ImportStoppedError(location, reason, `Wait until tomorrow. ${NEXT_STEP}`);
    }
    await store(file, String(count + 1));
  }

  async function store(file: string, text: string): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(file, text, { mode: 0o600 });
  }

  async function send(url: URL): Promise<PublicResponse> {
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    try {
      return await fetchPublic(url, {
        headers: { accept: 'application/json', ...options.headers },
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        mayConnect: options.mayConnect,
      });
    } catch (error) {
      signal?.throwIfAborted();
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      return { status: 0, text: cause instanceof Error ? cause.message : '', retryAfter: null };
    }
  }

  function describeFailure(status: number, text: string): string {
    if (status === 0) return `the site does not respond (${text})`;
    const message = options.errorMessages?.[status] ?? parseMessage(text);
    return `the site returned ${status}${message ? `: ${message}` : ''}`;
  }
}

async function readCached(file: string, since: number): Promise<string | undefined> {
  const stats = await stat(file).catch(() => undefined);
  if (!stats || stats.mtimeMs < since) return undefined;
  return readFile(file, 'utf8');
}

/** `Retry-After` is in seconds or a date (RFC 9110, 10.2.3). */
function parseRetryAfter(retryAfter: string | null, now: number): number | undefined {
  if (!retryAfter) return undefined;
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

function parseMessage(text: string): string {
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    return typeof message === 'string' ? message.slice(0, 200) : '';
  } catch {
    return '';
  }
}
