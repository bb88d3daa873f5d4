import {
  type MutateOptions,
  mutationOptions,
  notifyManager,
  type QueryClient,
  type UseMutationOptions,
  useMutation as useTanStackMutation,
} from '@tanstack/react-query';
import { useRef } from 'react';
import type { AnswerOf, Endpoint } from '#contract/endpoint.ts';
import { type CallArgs, type CallInput, call } from './call.ts';
import { changedBy, type Words } from './mutation-cache.ts';

interface WriteOptions<E extends Endpoint, Answer>
  extends Pick<UseMutationOptions<Answer, Error, CallInput<E>>, 'onSuccess' | 'onError' | 'scope'> {
  /** What a toast says after a success; without it none is shown. */
  done?: Words | ((answer: Answer, input: CallInput<E>) => Words);
  /** After a failure: what the server says of it, or this where it gave no sentence. */
  failed?: Words | ((error: unknown) => Words | undefined);
}

/** Sends in place of `call`, where more than the declared answer is read. */
type Send<E extends Endpoint, Answer> = (endpoint: E, input: CallInput<E>) => Promise<Answer>;

/**
 * `useMutation(mutationFor(deleteSong, { done, failed }))`: sending a write of the contract, typed by
 * it. Its toasts, and the reading anew of what it made stale, are the cache's part. `onSuccess` and
 * `onError` run in between; those given to `mutate` once all is read anew, if the page is still there.
 */
export function mutationFor<E extends Endpoint, Answer>(
  endpoint: E,
  options: WriteOptions<E, Answer> & { send: Send<E, Answer> },
): UseMutationOptions<Answer, Error, CallInput<E>>;
export function mutationFor<E extends Endpoint>(
  endpoint: E,
  options?: WriteOptions<E, AnswerOf<E>>,
): UseMutationOptions<AnswerOf<E>, Error, CallInput<E>>;
export function mutationFor<E extends Endpoint>(
  endpoint: E,
  options: WriteOptions<E, AnswerOf<E>> & { send?: Send<E, AnswerOf<E>> } = {},
) {
  const { send = plainly, done, failed, ...callbacks } = options;
  return mutationOptions({
    ...callbacks,
    mutationFn: (input: CallInput<E>) =>
      send(endpoint, { ...input, hear: (changes) => changedBy.set(input, changes) }),
    meta: { endpoint, done, failed },
  });
}

function plainly<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<AnswerOf<E>> {
  return call(endpoint, ...([input] as CallArgs<E>));
}

/**
 * TanStack's, for one write at a time: the second of two taps comes before the button is drawn as
 * disabled. `isPending` lasts until all is read anew, and `mutate` resolves when that is drawn,
 * whatever became of it.
 */
export function useMutation<Answer, Input>(options: UseMutationOptions<Answer, Error, Input>) {
  const { mutateAsync, ...mutation } = useTanStackMutation(options);
  const isRunning = useRef(false);

  async function mutate(input: Input, outcome: MutateOptions<Answer, Error, Input> = {}) {
    if (isRunning.current) return;
    isRunning.current = true;
    // The cache has told of a failure.
    await mutateAsync(input, outcome).catch(() => {});
    isRunning.current = false;
    await new Promise<void>((resolve) => notifyManager.schedule(resolve));
  }

  return { ...mutation, mutate };
}

/** The same for what outlives the page that began it. Settles with the answer; the reading anew goes on. */
export function runMutation<Answer, Input>(
  client: QueryClient,
  options: UseMutationOptions<Answer, Error, Input>,
  input: Input,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const mutation = client.getMutationCache().build<Answer, Error, Input, unknown>(client, {
      ...client.defaultMutationOptions(options),
      async onSuccess(answer, ...rest) {
        await options.onSuccess?.(answer, ...rest);
        resolve(answer);
      },
      async onError(error, ...rest) {
        await options.onError?.(error, ...rest);
        reject(error);
      },
    });
    mutation.execute(input).catch(() => {});
  });
}
