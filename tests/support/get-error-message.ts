export async function getErrorMessage(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'not rejected',
    (error: unknown) => (error instanceof Error ? error.message : 'not an Error'),
  );
}
