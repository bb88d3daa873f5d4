import { expect, test, vi } from 'vitest';
import type { Change } from '#contract/freshness.ts';
import { createLocalBus } from './bus.ts';

const song: Change = { topic: 'song', subjectId: 'one', version: 1 };

test('every listener has heard a change when its publishing is over', async () => {
  const bus = createLocalBus();
  const heard: Change[] = [];
  bus.subscribe((changes) => heard.push(...changes));
  const stop = bus.subscribe((changes) => heard.push(...changes));
  await bus.publish([song]);
  expect(heard).toEqual([song, song]);
  stop();
  await bus.publish([song]);
  expect(heard).toHaveLength(3);
});

test('a listener that fails is logged, and keeps no other from hearing', async () => {
  const onFailure = vi.fn();
  const bus = createLocalBus(onFailure);
  bus.subscribe(() => {
    throw new Error('broken');
  });
  const heard: Change[] = [];
  bus.subscribe((changes) => heard.push(...changes));
  await bus.publish([song]);
  expect(onFailure).toHaveBeenCalledExactlyOnceWith(new Error('broken'));
  expect(heard).toEqual([song]);
});

test('where nobody says how, a failure is on the console', async () => {
  const print = vi.spyOn(console, 'error').mockImplementation(() => {});
  const bus = createLocalBus();
  bus.subscribe(() => {
    throw new Error('broken');
  });
  await bus.publish([song]);
  expect(print).toHaveBeenCalledExactlyOnceWith(new Error('broken'));
  print.mockRestore();
});
