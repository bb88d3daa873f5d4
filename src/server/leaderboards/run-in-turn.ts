/** The returned function runs one task at a time. A rejected task doesn't stop the next. */
export function createTurns() {
  let lastTask: Promise<unknown> = Promise.resolve();
  return <Result>(task: () => Promise<Result>): Promise<Result> => {
    const result = lastTask.then(task);
    lastTask = result.catch(() => undefined);
    return result;
  };
}
