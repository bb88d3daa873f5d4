/** Repeats the request while the server checks a large backup. Each request waits a few seconds. */
export async function waitForCheck<Result>(
  check: () => Promise<Result | undefined>,
  signal?: AbortSignal,
): Promise<Result> {
  for (;;) {
    const result = await check();
    if (result !== undefined) return result;
    signal?.throwIfAborted();
  }
}
