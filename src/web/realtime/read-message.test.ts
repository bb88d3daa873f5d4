import { expect, test, vi } from 'vitest';
import { readMessage } from './connection.ts';

test('a message of the contract is read', () => {
  const message = { event: 'setlist:update', data: { showId: 's', version: 4, audience: 12 } };
  expect(readMessage(JSON.stringify(message))).toEqual(message);
});

test.each(['', '{', 'null', '[]', '{"event":"setlist:update"}', '{"event":"else","data":{}}'])(
  '%j is only logged',
  (text) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    expect(readMessage(text)).toBeUndefined();
    expect(warn).toHaveBeenCalledOnce();
    warn.mockRestore();
  },
);
