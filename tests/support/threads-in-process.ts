import { vi } from 'vitest';

// Set up for the tests of the server, so that they may hash in another way (`hashing.ts`), and start no
// thread for it, nor a process for reading files: each would load the sources again.

vi.mock('../../src/server/threads/start-worker.ts', async (load) => {
  const real = await load<typeof import('#server/threads/start-worker.ts')>();
  const { startHashing } = await import('./hashing.ts');
  const startWorker = (name: string, source: URL) =>
    name === 'hash-worker' ? startHashing() : real.startWorker(name, source);
  return { ...real, startWorker };
});

vi.mock('../../src/server/imports/start-reader.ts', async () => {
  const { startReading } = await import('./reading.ts');
  return { startReader: startReading };
});
