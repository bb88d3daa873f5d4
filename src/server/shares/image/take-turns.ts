/** Runs one task at a time. Skips a task whose signal aborts before its turn. */
export function createTaskQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(task: () => Promise<T>, signal: AbortSignal): Promise<T> => {
    const result = last.then(() => {
      signal.throwIfAborted();
      return task();
    });
    last = result.catch(() => undefined);
    return result;
  };
}
