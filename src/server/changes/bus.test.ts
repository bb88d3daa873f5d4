import { expect, test, vi } from 'vitest';
import type { Change } from '#contract/freshness.ts';
import { createLocalBus } from './bus.ts';

const song: Change = { topic: 'song', subjectId: 'one', version: 1 };

test('calls every listener before publish resolves', async () => {
  const bus = createLocalBus();
  const received: Change[] = [];
  bus.subscribe((changes) => received.push(...changes));
  const unsubscribe = bus.subscribe((changes) => received.push(...changes));
  await bus.publish([song]);
  expect(received).toEqual([song, song]);
  unsubscribe();
  await bus.publish([song]);
  expect(received).toHaveLength(3);
});

test('logs the error of a listener and calls the others', async () => {
  const onFailure = vi.fn();
  const bus = createLocalBus(onFailure);
  bus.subscribe(() => {
    throw new Error('broken');
  });
  const received: Change[] = [];
  bus.subscribe((changes) => received.push(...changes));
  await bus.publish([song]);
  expect(onFailure).toHaveBeenCalledExactlyOnceWith(new Error('broken'));
  expect(received).toEqual([song]);
});

test('logs failures to the console by default', async () => {
  const print = vi.spyOn(console, 'error').mockImplementation(() => {});
  const bus = createLocalBus();
  bus.subscribe(() => {
    throw new Error('broken');
  });
  await bus.publish([song]);
  expect(print).toHaveBeenCalledExactlyOnceWith(new Error('broken'));
  print.mockRestore();
});
