import { expect, test, vi } from 'vitest';

test('what is emptied while the files come stays empty', async () => {
  vi.stubGlobal('OFFLINE_FILES', ['/page.js']);
  vi.stubGlobal('OFFLINE_HASH', 'abc');
  const names = new Set<string>();
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
  expect([...names]).toEqual([]);
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

  await expect(fillShell()).rejects.toThrow('Part of the app could not be fetched.');
  expect(kept).toEqual(['/index.html', '/page.js']);
  reachable.add('/far.js');
  await fillShell();
  expect(kept).toEqual(['/index.html', '/page.js', '/far.js']);
  vi.unstubAllGlobals();
});
