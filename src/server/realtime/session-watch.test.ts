import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SESSION_ENDED_CODE } from '#contract/realtime.ts';
import type { FindViewer } from '../http/viewer.ts';
import type { Client } from './client.ts';
import { watchSessions } from './session-watch.ts';

const findViewer = vi.fn<FindViewer>();
const end = vi.fn<(client: Client, code: number, reason: string) => void>();
const [mine, second, bystander] = ['fan', 'fan', 'other'].map((userId) => ({
  userId,
  isAdmin: false,
  request: { of: userId },
})) as unknown as [Client, Client, Client];
let watch: ReturnType<typeof watchSessions>;

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetAllMocks();
  watch = watchSessions([mine, second, bystander], findViewer, end);
});
afterEach(() => {
  watch.close();
  vi.useRealTimers();
});

const viewerOf = (userId: string) => ({
  userId,
  username: 'Fan',
  sessionId: 's',
  isAdmin: false,
  mustChangePassword: false,
  isFresh: false,
});

test('only the sockets of who is named are looked at, a second later', async () => {
  findViewer.mockReturnValue(undefined);
  watch.recheck(['fan']);
  await vi.advanceTimersByTimeAsync(999);
  expect(findViewer).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(findViewer.mock.calls).toEqual([[mine.request], [second.request]]);
  expect(end.mock.calls.map(([client, code]) => [client, code])).toEqual([
    [mine, SESSION_ENDED_CODE],
    [second, SESSION_ENDED_CODE],
  ]);
});

test('where anybody’s may have ended, all are looked at, a few at a time', async () => {
  findViewer.mockReturnValue(new Promise(() => {}));
  watch.close();
  const crowd = Array.from({ length: 12 }, () => bystander);
  watch = watchSessions(crowd, findViewer, end);
  watch.recheck(['fan', null]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(findViewer).toHaveBeenCalledTimes(5);
});

test('a socket whose session lives goes on, one whose session is another’s does not', async () => {
  findViewer.mockReturnValueOnce(Promise.resolve(viewerOf('fan')));
  findViewer.mockReturnValueOnce(viewerOf('other'));
  watch.recheck(['fan']);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(end).toHaveBeenCalledExactlyOnceWith(second, SESSION_ENDED_CODE, 'The session ended');
});

test('a socket whose user’s role has changed does not go on', async () => {
  findViewer.mockReturnValueOnce({ ...viewerOf('fan'), isAdmin: true });
  findViewer.mockReturnValueOnce(viewerOf('fan'));
  watch.recheck(['fan']);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(end).toHaveBeenCalledExactlyOnceWith(mine, SESSION_ENDED_CODE, 'The session ended');
});

test('a socket whose session nobody can read now goes on, and is looked at again', async () => {
  findViewer.mockRejectedValueOnce(new Error('The database is away.'));
  findViewer.mockImplementationOnce(() => {
    throw new Error('The database is away.');
  });
  watch.recheck(['fan']);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(end).not.toHaveBeenCalled();
  // It is back, and one of the two sessions has ended meanwhile.
  findViewer.mockReset().mockReturnValueOnce(viewerOf('fan')).mockReturnValueOnce(undefined);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(findViewer.mock.calls).toEqual([[mine.request], [second.request]]);
  expect(end).toHaveBeenCalledExactlyOnceWith(second, SESSION_ENDED_CODE, 'The session ended');
});

test('after the end nobody is looked at any more', async () => {
  watch.recheck(['fan']);
  watch.close();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(findViewer).not.toHaveBeenCalled();
});
