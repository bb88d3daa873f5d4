import { expect, test, vi } from 'vitest';

test('what is emptied while the files come stays empty', async () => {
  vi.stubGlobal('OFFLINE_FILES', ['/page.js']);
  vi.stubGlobal('OFFLINE_HASH', 'abc');
  const names = new Set(['last-seen']);
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const cache = { keys: async () => [], add: () => arrived };
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
  // As a worker that is slow may find it: opened anew by the filling that was under way.
  names.add('shell-abc');
  arrive();
  await filling;
  expect([...names]).toEqual(['last-seen']);
  vi.unstubAllGlobals();
});

test('a cut while the files come: what has come is kept, and the rest comes the next time', async () => {
  vi.stubGlobal('OFFLINE_FILES', ['/page.js', '/far.js']);
  vi.stubGlobal('OFFLINE_HASH', 'abc');
  const kept: string[] = [];
  const reachable = new Set(['/index.html', '/page.js']);
  const cache = {
    keys: async () => kept.map((path) => ({ url: `http://127.0.0.1${path}` })),
    async add(path: string) {
      if (!reachable.has(path)) throw new TypeError('Failed to fetch');
      kept.push(path);
    },
  };
  vi.stubGlobal('caches', { open: async () => cache });
  const { fillShell } = await import('./shell-files.ts');

  await expect(fillShell()).rejects.toMatchObject({
    message: 'Part of the app could not be fetched.',
    cause: { reason: new TypeError('Failed to fetch') },
  });
  expect(kept).toEqual(['/index.html', '/page.js']);
  reachable.add('/far.js');
  await fillShell();
  expect(kept).toEqual(['/index.html', '/page.js', '/far.js']);
  vi.unstubAllGlobals();
});

test("the Admin Panel's own files are kept where they are asked for, and nowhere else", async () => {
  vi.stubGlobal('OFFLINE_FILES', ['/page.js']);
  vi.stubGlobal('PANEL_FILES', ['/panel.js']);
  vi.stubGlobal('OFFLINE_HASH', 'abc');
  const kept: string[] = [];
  const cache = {
    keys: async () => kept.map((path) => ({ url: `http://127.0.0.1${path}` })),
    add: async (path: string) => void kept.push(path),
  };
  vi.stubGlobal('caches', { open: async () => cache });
  const { fillShell } = await import('./shell-files.ts');

  await fillShell();
  expect(kept).toEqual(['/index.html', '/page.js']);
  await fillShell(true);
  expect(kept).toEqual(['/index.html', '/page.js', '/panel.js']);
  vi.unstubAllGlobals();
});

test('this version and the newest of the others stay, and what is no version is left alone', async () => {
  vi.stubGlobal('OFFLINE_FILES', []);
  vi.stubGlobal('OFFLINE_HASH', 'abc');
  const names = new Set(['shell-1', 'shell-2', 'last-seen', 'shell-abc', 'shell-3']);
  vi.stubGlobal('caches', {
    keys: async () => [...names],
    delete: async (name: string) => names.delete(name),
  });
  const { emptyShells, keepTwoShells } = await import('./shell-files.ts');

  await keepTwoShells();
  expect([...names]).toEqual(['last-seen', 'shell-abc', 'shell-3']);
  await emptyShells();
  expect([...names]).toEqual(['last-seen']);
  vi.unstubAllGlobals();
});

test('a file is of this version, else of an older one, else of the network', async () => {
  const files: Record<string, string> = { 'shell-abc /a': 'this', ' /a': 'older', ' /b': 'older' };
  vi.stubGlobal('caches', {
    match: async (path: string, options: { cacheName?: string; ignoreVary: boolean }) =>
      options.ignoreVary ? files[`${options.cacheName ?? ''} ${path}`] : undefined,
  });
  vi.stubGlobal('fetch', async () => 'network');
  const { fileOf } = await import('./shell-files.ts');

  const found = await Promise.all(
    ['/a', '/b', '/c'].map((path) => fileOf(path as unknown as Request)),
  );
  expect(found).toEqual(['this', 'older', 'network']);
  vi.unstubAllGlobals();
});
