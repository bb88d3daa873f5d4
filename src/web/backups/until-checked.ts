/** Asks again while the server checks a large backup. Each request waits some seconds. */
export async function untilChecked<Result>(
  check: () => Promise<Result | undefined>,
  signal?: AbortSignal,
): Promise<Result> {
  for (;;) {
    const result = await check();
    if (result !== undefined) return result;
    signal?.throwIfAborted();
  }
}
