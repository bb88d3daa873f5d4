import { MutationCache } from '@tanstack/react-query';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Change } from '#contract/freshness.ts';
import { type ToastMessage, toast } from '#web/ui/feedback/toast.ts';
import { isAnswer, sentenceOf } from './http-error.ts';
import { refetch, refetchAll } from './refetch.ts';

/** A description under the default title, or a message with its own title. */
export type ToastText =
  | string
  | ({ title: string; description: string } & Pick<ToastMessage, 'action'>);

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      endpoint: Endpoint;
      // Typed by `mutationFor`, because the cache can't know the types.
      done?: ToastText | ((answer: never, input: never) => ToastText) | undefined;
      failed?: ToastText | ((error: unknown) => ToastText | undefined) | undefined;
    };
  }
}

export const changesByInput = new WeakMap<object, readonly Change[]>();

/** After a refusal it refetches everything, because the screen was probably out of date. */
export function createMutationCache(
  notify: (message: ToastMessage) => void = toast,
): MutationCache {
  return new MutationCache({
    onSuccess(answer, input, _, { meta }) {
      const words =
        typeof meta?.done === 'function' ? meta.done(answer as never, input as never) : meta?.done;
      if (words) notify(toToast('Success', words));
    },
    onError(error, _input, __, { meta }) {
      const words = typeof meta?.failed === 'function' ? meta.failed(error) : meta?.failed;
      if (!words) return;
      const message = toToast('Error', words);
      const description = sentenceOf(error, message.description);
      notify({ ...message, description, variant: 'destructive' });
    },
    async onSettled(_answer, error, input, _, { meta }, { client }) {
      const changes = changesByInput.get(input as object);
      if (changes) await refetch(client, changes);
      // Not awaited, so that a corrected password can be sent at once.
      else if (meta?.endpoint.who !== 'anyone' && isRefusal(error)) void refetchAll(client);
    },
  });
}

function isRefusal(error: Error | null): boolean {
  return isAnswer(error) && error.status < 500;
}

function toToast(title: string, words: ToastText) {
  return typeof words === 'string' ? { title, description: words } : words;
}
