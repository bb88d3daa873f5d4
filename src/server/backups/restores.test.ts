import { expect, test } from 'vitest';
import { createGate } from '../../../tests/support/gate.ts';
import { createRestores } from './restores.ts';
import { createBackupRunner } from './run-backups.ts';

function openRestores(waitMs: number) {
  const options = { folder: {} as never, freeBytes: undefined, log: { error: () => undefined } };
  const runner = createBackupRunner({ $client: { options: {} } } as never, options);
  return { runner, restores: createRestores<string>(runner, waitMs) };
}

test('responds before a long restore ends, and returns its outcome to later requests', async () => {
  const { restores } = openRestores(0);
  const gate = createGate();
  const run = async () => {
    await gate.opened;
    return 'restored';
  };
  await expect(restores.findOutcome('monday')).rejects.toThrow('Restore not found');
  expect(await restores.start('monday', run)).toBeUndefined();
  expect(await restores.findOutcome('monday')).toBeUndefined();
  await expect(restores.findOutcome('tuesday')).rejects.toThrow('Restore not found');
  await expect(restores.start('tuesday', run)).rejects.toThrow('is being made or restored');
  gate.open();
  await expect.poll(() => restores.findOutcome('monday')).toBe('restored');
  expect(await restores.findOutcome('monday'), 'also if a response was lost').toBe('restored');
});

test('reports to a later request why a long restore failed, and can start another one', async () => {
  const { restores } = openRestores(0);
  const gate = createGate();
  const fail = async () => {
    await gate.opened;
    throw new Error('The disk is full.');
  };
  expect(await restores.start('monday', fail)).toBeUndefined();
  gate.open();
  await expect
    .poll(() => restores.findOutcome('monday').catch((error: Error) => error.message))
    .toBe('The disk is full.');
  await restores.settle();
  restores.start('monday', async () => 'restored').catch(() => undefined);
  await expect.poll(() => restores.findOutcome('monday')).toBe('restored');
});
