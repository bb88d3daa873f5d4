import { expect, test } from 'vitest';
import { createGate } from '../../../tests/support/gate.ts';
import { createPacedReads } from './paced-reads.ts';

test('requests during a read share the next read, which starts after all of them', async () => {
  const paced = createPacedReads<number>();
  let storedValue = 1;
  let reads = 0;
  const gate = createGate();
  const startRead = async () => {
    reads += 1;
    const result = storedValue;
    await gate.opened;
    return result;
  };
  const firstRead = paced('board', startRead);
  storedValue = 2;
  const queued = Array.from({ length: 50 }, () => paced('board', startRead));
  storedValue = 3;
  const bystander = paced('bystander', startRead);
  expect(reads).toBe(2);
  gate.open();
  expect(await bystander).toBe(3);
  expect(await firstRead).toBe(1);
  expect(new Set(await Promise.all(queued))).toEqual(new Set([3]));
  expect(reads).toBe(3);
});

test('a failed read rejects every request that shares it, and the next read runs', async () => {
  const paced = createPacedReads<number>();
  const firstRead = paced('board', async () => 1);
  const fail = () => Promise.reject(new Error('away'));
  const shared = await Promise.allSettled([paced('board', fail), paced('board', fail)]);
  expect(shared.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect([await firstRead, await paced('board', async () => 2)]).toEqual([1, 2]);
});
