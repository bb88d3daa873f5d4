import { expect, test } from 'vitest';
import { type Change, createLocalBus } from './bus.ts';

test('every listener has heard a change when its publishing is over', async () => {
  const bus = createLocalBus();
  const heard: Change[] = [];
  bus.subscribe((change) => heard.push(change));
  const stop = bus.subscribe((change) => heard.push(change));
  await bus.publish({ stale: ['songs'] });
  expect(heard).toEqual([{ stale: ['songs'] }, { stale: ['songs'] }]);
  stop();
  await bus.publish({ accounts: ['one'] });
  expect(heard).toHaveLength(3);
});

test('a listener that fails is told of, and keeps no other from hearing', async () => {
  const bus = createLocalBus();
  const heard: Change[] = [];
  bus.subscribe(() => {
    throw new Error('broken');
  });
  bus.subscribe((change) => heard.push(change));
  await expect(bus.publish({ stale: ['shows'] })).rejects.toThrow('A listener of the bus failed.');
  expect(heard).toHaveLength(1);
});
