import { MutationCache } from '@tanstack/react-query';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Change } from '#contract/freshness.ts';
import { type ToastMessage, toast } from '#web/ui/feedback/toast.ts';
import { refetch, refetchAll } from './freshness.ts';
import { isAnswer, sentenceOf } from './http-error.ts';

/** A sentence under the usual title, or a message with a title of its own. */
export type Words =
  | string
  | ({ title: string; description: string } & Pick<ToastMessage, 'action'>);

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      endpoint: Endpoint;
      // Whoever made the mutation knows its types: here they are anything.
      done?: Words | ((answer: never, input: never) => Words) | undefined;
      failed?: Words | ((error: unknown) => Words | undefined) | undefined;
    };
  }
}

/** What a write has changed, by what was sent: its answer said so. */
export const changedBy = new WeakMap<object, readonly Change[]>();

/**
 * What every write has in common: a toast for what became of it, then reading anew what its answer
 * says it has changed. A refusal changes nothing, but often comes from a screen that was out of date,
 * in a way that no table knows: then all is read anew.
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
    async onSettled(_answer, error, input, _, { meta }, { client }) {
      const changes = changedBy.get(input as object);
      if (changes) await refetch(client, changes);
      else if (meta?.endpoint.who !== 'anyone' && isRefusal(error)) await refetchAll(client);
    },
  });
}

function isRefusal(error: Error | null): boolean {
  return isAnswer(error) && error.status < 500;
}

function messageOf(title: string, words: Words) {
  return typeof words === 'string' ? { title, description: words } : words;
}
