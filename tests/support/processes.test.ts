import { expect, test, vi } from 'vitest';

test('two processes get different ports regardless of their IDs', async () => {
  const first = await import('./processes.ts');
  vi.resetModules();
  // A second copy has the same process ID, and therefore prefers the same ports.
  const second = await import('./processes.ts');
  expect(second).not.toBe(first);
  const ports = new Set<number>();
  for (let n = 0; n < 10; n += 1)
    ports.add(await first.findFreePort()).add(await second.findFreePort());
  expect(ports.size).toBe(20);
});
