import { isIPv6 } from 'node:net';
import { LRUCache } from 'lru-cache';
import { ApiError } from './api-error.ts';
import type { CountedWindow, SharedCounts } from './shared-counts.ts';

export interface Limit {
  /** Rejects with 429 and `Retry-After` if the key has reached its limit. */
  check(key: string): Promise<void>;
  count(key: string): Promise<void>;
  /** Counts, or rejects like `check`, even in parallel. Doesn't support `waits`. */
  consume(key: string): Promise<void>;
  refund(key: string): Promise<void>;
  clear(key: string): Promise<void>;
}

/** Allows `max` attempts per window. The error message starts with `message`. */
interface LimitOptions extends CountedWindow {
  max: number;
  message: string;
}

/** Counts in memory and in Redis, if set up. After a rejected write, the larger count applies. */
export type CreateLimit = (options: LimitOptions) => Limit;

const MAX_KEYS = 20_000;

export function createLimits(clock: () => number, redisCounts?: SharedCounts): CreateLimit {
  return ({ max, message, ...options }) => {
    const { windowMs, waits } = options;
    const memory = createMemoryCounts(clock, options);
    const shared = redisCounts?.(options);
    const createError = (remainingMs: number) => {
      const retryAfter = Math.ceil(remainingMs / 1000);
      const wait = `Please wait ${formatSeconds(retryAfter)} and try again.`;
      return new ApiError(429, `${message} ${wait}`, { retryAfter });
    };
    return {
      async check(key) {
        const remote = await shared?.read(key);
        const local = memory.read(key);
        const isShared = remote && (local.isShared || remote.count >= local.count);
        const { count, endsInMs } = isShared ? remote : local;
        if (count < max) return;
        const waitMs = waits && Math.min(waits.firstMs * 2 ** (count - max), waits.longestMs);
        const remainingMs = waitMs === undefined ? endsInMs : waitMs - (windowMs - endsInMs);
        if (remainingMs > 0) throw createError(remainingMs);
      },
      async count(key) {
        memory.count(key);
        if (await shared?.count(key)) memory.share(key);
      },
      async consume(key) {
        const wasShared = memory.read(key).isShared;
        memory.count(key);
        const local = memory.read(key);
        const remote = await shared?.count(key);
        if (remote) memory.share(key);
        const isShared = remote && (wasShared || remote.count >= local.count);
        const { count, endsInMs } = isShared ? remote : local;
        if (count <= max) return;
        memory.refund(key);
        await shared?.refund(key);
        throw createError(endsInMs);
      },
      async refund(key) {
        memory.refund(key);
        await shared?.refund(key);
      },
      async clear(key) {
        memory.clear(key);
        await shared?.clear(key);
      },
    };
  };
}

function createMemoryCounts(clock: () => number, { windowMs, waits }: CountedWindow) {
  // `max` would preallocate memory for all keys: half a megabyte at startup.
  const windows = new LRUCache<string, { count: number; until: number; isShared: boolean }>({
    maxSize: MAX_KEYS,
    sizeCalculation: () => 1,
  });
  const findCurrentWindow = (key: string) => {
    const window = windows.get(key);
    return window && clock() < window.until ? window : undefined;
  };
  return {
    read(key: string) {
      const { count, until, isShared } = findCurrentWindow(key) ?? {
        count: 0,
        until: 0,
        isShared: true,
      };
      return { count, endsInMs: until - clock(), isShared };
    },
    count(key: string) {
      const window = findCurrentWindow(key);
      const until = window && !waits ? window.until : clock() + windowMs;
      windows.set(key, { count: (window?.count ?? 0) + 1, until, isShared: false });
    },
    /** Makes the count in Redis authoritative, because other nodes clear keys there. */
    share(key: string) {
      const window = findCurrentWindow(key);
      if (window) windows.set(key, { ...window, isShared: true });
    },
    refund(key: string) {
      const window = findCurrentWindow(key);
      if (window) windows.set(key, { ...window, count: window.count - 1 });
    },
    clear: (key: string) => windows.delete(key),
  };
}

function formatSeconds(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? 'a second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}

/** Returns an IPv4 address, or the /64 network that one IPv6 client usually controls. */
export function toClientNetwork(address: string): string {
  const [, mapped] = /^::ffff:([\d.]+)$/i.exec(address) ?? [];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  const [plain = ''] = address.split('%');
  const short = new URL(`http://[${plain}]`).hostname.slice(1, -1);
  const [head = '', tail = ''] = short.split('::');
  const groups = [head, tail].map((half) => half.split(':').filter(Boolean));
  const zeros = Array(8 - groups.flat().length).fill('0');
  return (groups[0] ?? [])
    .concat(zeros, groups[1] ?? [])
    .slice(0, 4)
    .join(':');
}
