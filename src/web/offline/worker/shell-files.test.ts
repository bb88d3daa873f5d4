import { expect, test, vi } from 'vitest';

test('keeps the cache empty if it is emptied during a fill', async () => {
  vi.stubGlobal('OFFLINE_FILES', ['/page.js']);
  vi.stubGlobal('OFFLINE_HASH', 'abc');
  const names = new Set(['last-seen']);
  let resolveAdd = () => {};
  const pendingAdd = new Promise<void>((resolve) => {
    resolveAdd = resolve;
  });
  const cache = { keys: async () => [], add: () => pendingAdd };
  vi.stubGlobal('caches', {
    keys: async () => [...names],
    delete: async (name: string) => names.delete(name),
    async open(name: string) {
      names.add(name);
      return cache;
    },
  });
  const { emptyShells, fillShell } = await import('./shell-files.ts');

  const filling = fillShell();
  await emptyShells();
  // A slow worker may reopen the cache in the fill that was in progress.
  names.add('shell-abc');
  resolveAdd();
  await filling;
  expect([...names]).toEqual(['last-seen']);
  vi.unstubAllGlobals();
});

test('keeps the fetched files after a failure and fetches the others next time', async () => {
  vi.stubGlobal('OFFLINE_FILES', ['/page.js', '/far.js']);
  vi.stubGlobal('OFFLINE_HASH', 'abc');
  const cached: string[] = [];
  const reachable = new Set(['/index.html', '/page.js']);
  const cache = {
    keys: async () => cached.map((path) => ({ url: `http://127.0.0.1${path}` })),
    async add(path: string) {
      if (!reachable.has(path)) throw new TypeError('Failed to fetch');
      cached.push(path);
    },
  };
  vi.stubGlobal('caches', { open: async () => cache });
  const { fillShell } = await import('./shell-files.ts');

  await expect(fillShell()).rejects.toMatchObject({
    message: 'Failed to fetch part of the app',
    cause: { reason: new TypeError('Failed to fetch') },
  });
  expect(cached).toEqual(['/index.html', '/page.js']);
  reachable.add('/far.js');
  await fillShell();
  expect(cached).toEqual(['/index.html', '/page.js', '/far.js']);
  vi.unstubAllGlobals();
});

test("caches the Admin Panel's files only on request", async () => {
  vi.stubGlobal('OFFLINE_FILES', ['/page.js']);
  vi.stubGlobal('PANEL_FILES', ['/panel.js']);
  vi.stubGlobal('OFFLINE_HASH', 'abc');
  const cached: string[] = [];
  const cache = {
    keys: async () => cached.map((path) => ({ url: `http://127.0.0.1${path}` })),
    add: async (path: string) => void cached.push(path),
  };
  vi.stubGlobal('caches', { open: async () => cache });
  const { fillShell } = await import('./shell-files.ts');

  await fillShell();
  expect(cached).toEqual(['/index.html', '/page.js']);
  await fillShell(true);
  expect(cached).toEqual(['/index.html', '/page.js', '/panel.js']);
  vi.unstubAllGlobals();
});

test('keeps this version and the previous one, and ignores other caches', async () => {
  vi.stubGlobal('OFFLINE_FILES', []);
  vi.stubGlobal('OFFLINE_HASH', 'abc');
  const names = new Set(['shell-1', 'shell-2', 'last-seen', 'shell-abc', 'shell-3']);
  vi.stubGlobal('caches', {
    keys: async () => [...names],
    delete: async (name: string) => names.delete(name),
  });
  const { emptyShells, deleteOldShells } = await import('./shell-files.ts');

  await deleteOldShells();
  expect([...names]).toEqual(['last-seen', 'shell-abc', 'shell-3']);
  await emptyShells();
  expect([...names]).toEqual(['last-seen']);
  vi.unstubAllGlobals();
});

test('serves a file from this version, else an older one, else the network', async () => {
  const files: Record<string, string> = { 'shell-abc /a': 'this', ' /a': 'older', ' /b': 'older' };
  vi.stubGlobal('caches', {
    match: async (path: string, options: { cacheName?: string; ignoreVary: boolean }) =>
      options.ignoreVary ? files[`${options.cacheName ?? ''} ${path}`] : undefined,
  });
  vi.stubGlobal('fetch', async () => 'network');
  const { serveFile } = await import('./shell-files.ts');

  const responses = await Promise.all(
    ['/a', '/b', '/c'].map((path) => serveFile(path as unknown as Request)),
  );
  expect(responses).toEqual(['this', 'older', 'network']);
  vi.unstubAllGlobals();
});
