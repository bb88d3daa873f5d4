import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SESSION_ENDED_CODE } from '#contract/realtime.ts';
import type { FindViewer } from '../http/viewer.ts';
import type { Client } from './client.ts';
import { watchSessions } from './session-watch.ts';

const findViewer = vi.fn<FindViewer>();
const end = vi.fn<(client: Client, code: number, reason: string) => void>();
const [first, second, bystander] = ['fan', 'fan', 'other'].map((userId) => ({
  userId,
  isAdmin: false,
  isModerator: false,
  scribeOf: [],
  request: { userId },
})) as unknown as [Client, Client, Client];
let watch: ReturnType<typeof watchSessions>;

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetAllMocks();
  watch = watchSessions([first, second, bystander], findViewer, end);
});
afterEach(() => {
  watch.close();
  vi.useRealTimers();
});

const createViewer = (userId: string) => ({
  userId,
  username: 'Fan',
  sessionId: 's',
  isAdmin: false,
  isModerator: false,
  scribeOf: [],
  mustChangePassword: false,
  isFresh: false,
});

test('checks only the sockets of the named users, one second later', async () => {
  findViewer.mockReturnValue(undefined);
  watch.recheck(['fan']);
  await vi.advanceTimersByTimeAsync(999);
  expect(findViewer).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(findViewer.mock.calls).toEqual([[first.request], [second.request]]);
  expect(end.mock.calls.map(([client, code]) => [client, code])).toEqual([
    [first, SESSION_ENDED_CODE],
    [second, SESSION_ENDED_CODE],
  ]);
});

test('checks all sockets in small batches when any session may have ended', async () => {
  findViewer.mockReturnValue(new Promise(() => {}));
  watch.close();
  const crowd = Array.from({ length: 12 }, () => bystander);
  watch = watchSessions(crowd, findViewer, end);
  watch.recheck(['fan', null]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(findViewer).toHaveBeenCalledTimes(5);
});

test("keeps a socket whose session is valid and ends one whose session is another user's", async () => {
  findViewer.mockReturnValueOnce(Promise.resolve(createViewer('fan')));
  findViewer.mockReturnValueOnce(createViewer('other'));
  watch.recheck(['fan']);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(end).toHaveBeenCalledExactlyOnceWith(second, SESSION_ENDED_CODE, 'The session ended');
});

test("ends a socket whose user's role has changed", async () => {
  findViewer.mockReturnValueOnce({ ...createViewer('fan'), isAdmin: true });
  findViewer.mockReturnValueOnce(createViewer('fan'));
  watch.recheck(['fan']);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(end).toHaveBeenCalledExactlyOnceWith(first, SESSION_ENDED_CODE, 'The session ended');
});

test('keeps a socket whose session check fails and checks it again', async () => {
  findViewer.mockRejectedValueOnce(new Error('The database is unreachable.'));
  findViewer.mockImplementationOnce(() => {
    throw new Error('The database is unreachable.');
  });
  watch.recheck(['fan']);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(end).not.toHaveBeenCalled();
  findViewer.mockReset().mockReturnValueOnce(createViewer('fan')).mockReturnValueOnce(undefined);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(findViewer.mock.calls).toEqual([[first.request], [second.request]]);
  expect(end).toHaveBeenCalledExactlyOnceWith(second, SESSION_ENDED_CODE, 'The session ended');
});

test('checks a socket again until the database is back', async () => {
  findViewer.mockRejectedValue(new Error('The database is unreachable.'));
  watch.recheck(['other']);
  await vi.advanceTimersByTimeAsync(1_000);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(end).not.toHaveBeenCalled();
  findViewer.mockReset().mockReturnValueOnce(undefined);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(end).toHaveBeenCalledExactlyOnceWith(bystander, SESSION_ENDED_CODE, 'The session ended');
});

test('checks nothing after it is closed', async () => {
  watch.recheck(['fan']);
  watch.close();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(findViewer).not.toHaveBeenCalled();
});
