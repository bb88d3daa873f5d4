import {
  type MutateOptions,
  mutationOptions,
  notifyManager,
  type QueryClient,
  type UseMutationOptions,
  useMutation as useTanStackMutation,
} from '@tanstack/react-query';
import { useRef } from 'react';
import type { Endpoint, ResponseOf } from '#contract/endpoint.ts';
import { type CallArgs, type CallInput, call } from './call.ts';
import { changesByInput, type ToastText } from './mutation-cache.ts';

interface WriteOptions<E extends Endpoint, Result>
  extends Pick<UseMutationOptions<Result, Error, CallInput<E>>, 'onSuccess' | 'onError' | 'scope'> {
  successToast?: ToastText | ((result: Result, input: CallInput<E>) => ToastText) | undefined;
  errorToast?: ToastText | ((error: unknown) => ToastText | undefined);
}

/** Replaces `call`, for example with `callWithFreshSignIn`. */
type Send<E extends Endpoint, Result> = (endpoint: E, input: CallInput<E>) => Promise<Result>;

/**
 * The mutation cache shows the toasts, then refetches. `onSuccess` and `onError` run between the
 * toasts and the refetch; the callbacks passed to `mutate` run after the refetch.
 */
export function mutationFor<E extends Endpoint, Result>(
  endpoint: E,
  options: WriteOptions<E, Result> & { send: Send<E, Result> },
): UseMutationOptions<Result, Error, CallInput<E>>;
export function mutationFor<E extends Endpoint>(
  endpoint: E,
  options?: WriteOptions<E, ResponseOf<E>>,
): UseMutationOptions<ResponseOf<E>, Error, CallInput<E>>;
export function mutationFor<E extends Endpoint>(
  endpoint: E,
  options: WriteOptions<E, ResponseOf<E>> & { send?: Send<E, ResponseOf<E>> } = {},
) {
  const { send = sendDefault, successToast, errorToast, ...callbacks } = options;
  return mutationOptions({
    ...callbacks,
    mutationFn: (input: CallInput<E>) =>
      send(endpoint, { ...input, onChanges: (changes) => changesByInput.set(input, changes) }),
    meta: { endpoint, successToast, errorToast },
  });
}

function sendDefault<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<ResponseOf<E>> {
  return call(endpoint, ...([input] as CallArgs<E>));
}

/** Runs one write at a time. `mutate` resolves once rendered, and never rejects. */
export function useMutation<Result, Input>(options: UseMutationOptions<Result, Error, Input>) {
  const { mutateAsync, ...mutation } = useTanStackMutation(options);
  const isRunning = useRef(false);

  async function mutate(input: Input, callbacks: MutateOptions<Result, Error, Input> = {}) {
    if (isRunning.current) return;
    isRunning.current = true;
    await mutateAsync(input, callbacks).catch(() => {});
    isRunning.current = false;
    await new Promise<void>((resolve) => notifyManager.schedule(resolve));
  }

  return { ...mutation, mutate };
}

/** For a mutation that outlives its page. Resolves without waiting for the refetch. */
export function runMutation<Result, Input>(
  client: QueryClient,
  options: UseMutationOptions<Result, Error, Input>,
  input: Input,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const mutation = client.getMutationCache().build<Result, Error, Input, unknown>(client, {
      ...client.defaultMutationOptions(options),
      async onSuccess(result, ...rest) {
        await options.onSuccess?.(result, ...rest);
        resolve(result);
      },
      async onError(error, ...rest) {
        await options.onError?.(error, ...rest);
        reject(error);
      },
    });
    mutation.execute(input).catch(() => {});
  });
}
