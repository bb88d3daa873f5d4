import { vi } from 'vitest';

// Loaded by the server's tests. Lets them replace the hashing (`hashing.ts`), and starts no thread
// or process for hashing and reading files, because each would load the sources again.

vi.mock('../../src/server/threads/start-worker.ts', async (load) => {
  const real = await load<typeof import('#server/threads/start-worker.ts')>();
  const { startHashing } = await import('./hashing.ts');
  const startWorker = (name: string, source: URL) =>
    name === 'hash-worker' ? startHashing() : real.startWorker(name, source);
  return { ...real, startWorker };
});

vi.mock('../../src/server/catalog/imports/reader-process/start-reader.ts', async () => {
  const { startReading } = await import('./archive-reader-in-process.ts');
  return { startReader: startReading };
});
