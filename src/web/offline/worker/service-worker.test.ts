import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('serves the cached page after four seconds without a response', async () => {
  vi.useFakeTimers();
  const origin = 'http://127.0.0.1';
  const listeners = new Map<string, (event: object) => void>();
  vi.stubGlobal('OFFLINE_HASH', 'abc');
  vi.stubGlobal('self', {
    location: { origin },
    addEventListener: (name: string, listener: (event: object) => void) =>
      listeners.set(name, listener),
  });
  const cached = new Response('cached');
  vi.stubGlobal('caches', { match: async () => cached });
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  await import('./service-worker.ts');
  const onResponse = vi.fn();
  listeners.get('fetch')?.({
    request: { method: 'GET', mode: 'navigate', url: `${origin}/live-setlist` },
    respondWith: (response: Promise<Response>) => void response.then(onResponse),
  });
  await vi.advanceTimersByTimeAsync(3_999);
  expect(onResponse).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(onResponse).toHaveBeenCalledWith(cached);
});
