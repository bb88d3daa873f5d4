import { MutationCache } from '@tanstack/react-query';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Change } from '#contract/freshness.ts';
import { type ToastMessage, toast } from '#web/ui/feedback/toast.ts';
import { errorMessage, isFinalResponse } from './http-error.ts';
import { refetch, refetchAll } from './refetch.ts';

/** A description under the default title, or a message with its own title. */
export type ToastText =
  | string
  | ({ title: string; description: string } & Pick<ToastMessage, 'action'>);

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      endpoint: Endpoint;
      // `mutationFor` has the types, which the cache can't infer.
      successToast?: ToastText | ((result: never, input: never) => ToastText) | undefined;
      errorToast?: ToastText | ((error: unknown) => ToastText | undefined) | undefined;
    };
  }
}

export const changesByInput = new WeakMap<object, readonly Change[]>();

/** Refetches everything after a rejected write, because the screen was probably out of date. */
export function createMutationCache(
  notify: (message: ToastMessage) => void = toast,
): MutationCache {
  return new MutationCache({
    onSuccess(result, input, _, { meta }) {
      const toastText =
        typeof meta?.successToast === 'function'
          ? meta.successToast(result as never, input as never)
          : meta?.successToast;
      if (toastText) notify(toToast('Success', toastText));
    },
    onError(error, _input, __, { meta }) {
      const toastText =
        typeof meta?.errorToast === 'function' ? meta.errorToast(error) : meta?.errorToast;
      if (!toastText) return;
      const message = toToast('Error', toastText);
      const description = errorMessage(error, message.description);
      notify({ ...message, description, variant: 'destructive' });
    },
    async onSettled(_result, error, input, _, { meta }, { client }) {
      const changes = changesByInput.get(input as object);
      if (changes) await refetch(client, changes);
      // Not awaited, so that a corrected password can be sent immediately.
      else if (meta?.endpoint.who !== 'anyone' && isRejection(error)) void refetchAll(client);
    },
  });
}

function isRejection(error: Error | null): boolean {
  return isFinalResponse(error) && error.status < 500;
}

function toToast(title: string, toastText: ToastText) {
  return typeof toastText === 'string' ? { title, description: toastText } : toastText;
}
