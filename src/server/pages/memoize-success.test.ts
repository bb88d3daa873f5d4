import { expect, test, vi } from 'vitest';
import { memoizeSuccess } from './memoize-success.ts';

test('loads once for all callers, but again after a failure', async () => {
  const load = vi.fn<() => Promise<string>>();
  load.mockRejectedValueOnce(new Error('No memory.')).mockResolvedValue('icon');
  const read = memoizeSuccess(load);
  await expect(read()).rejects.toThrow('No memory.');
  expect(await Promise.all([read(), read()])).toEqual(['icon', 'icon']);
  expect(load).toHaveBeenCalledTimes(2);
});
