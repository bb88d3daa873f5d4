import { expect, test, vi } from 'vitest';
import { readMessage } from './connection.ts';

test('parses a valid message', () => {
  const message = { event: 'setlist:update', data: { showId: 's', version: 4, audience: 12 } };
  expect(readMessage(JSON.stringify(message))).toEqual(message);
});

test.each(['', '{', 'null', '[]', '{"event":"setlist:update"}', '{"event":"else","data":{}}'])(
  'logs the invalid message %j',
  (text) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    expect(readMessage(text)).toBeUndefined();
    expect(warn).toHaveBeenCalledOnce();
    warn.mockRestore();
  },
);
