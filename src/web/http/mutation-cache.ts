import { MutationCache } from '@tanstack/react-query';
import type { Endpoint } from '#contract/endpoint.ts';
import { type ToastMessage, toast } from '#web/ui/toast.ts';
import { sentenceOf } from './http-error.ts';
import { readAnew } from './read-anew.ts';

/** A sentence under the usual title, or a message with a title of its own. */
export type Words =
  | string
  | ({ title: string; description: string } & Pick<ToastMessage, 'action'>);

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** What is written, by which is known what that makes stale. */
      endpoint: Endpoint;
      // Whoever made the mutation knows its types: here they are anything.
      done?: Words | ((answer: never, input: never) => Words) | undefined;
      failed?: Words | ((error: unknown) => Words | undefined) | undefined;
    };
  }
}

/**
 * What every write has in common: a toast for what became of it, then reading anew what it made
 * stale. After a refusal as well: that often comes from a screen that was out of date.
 */
export function createMutationCache(tell: (message: ToastMessage) => void = toast): MutationCache {
  return new MutationCache({
    onSuccess(answer, input, _, { meta }) {
      const words =
        typeof meta?.done === 'function' ? meta.done(answer as never, input as never) : meta?.done;
      if (words) tell(messageOf('Success', words));
    },
    onError(error, _input, __, { meta }) {
      const words = typeof meta?.failed === 'function' ? meta.failed(error) : meta?.failed;
      if (!words) return;
      const message = messageOf('Error', words);
      const description = sentenceOf(error, message.description);
      tell({ ...message, description, variant: 'destructive' });
    },
    onSettled: (answer, error, input, _, { meta }, { client }) =>
      meta && readAnew(client, { endpoint: meta.endpoint, input, answer, error }),
  });
}

function messageOf(title: string, words: Words) {
  return typeof words === 'string' ? { title, description: words } : words;
}
