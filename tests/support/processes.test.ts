import { expect, test, vi } from 'vitest';

test('two processes get different ports, whatever their ids', async () => {
  const first = await import('./processes.ts');
  vi.resetModules();
  // A second copy has the same process id, and so prefers the same ports.
  const second = await import('./processes.ts');
  expect(second).not.toBe(first);
  const ports = await Promise.all(
    Array.from({ length: 10 }, () => [first.freePort(), second.freePort()]).flat(),
  );
  expect(new Set(ports).size).toBe(20);
});
