import { checkFreshSignIn } from '#contract/fresh-sign-in.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { callWithFreshSignIn } from './call-with-fresh-sign-in.ts';

/** Checks the sign-in first, because a request by the browser itself couldn't prompt. */
export function useFreshDownload(errorToast: string): (href: string) => void {
  const check = useMutation(
    mutationFor(checkFreshSignIn, {
      send: callWithFreshSignIn<typeof checkFreshSignIn>,
      errorToast,
    }),
  );
  return (href) => void check.mutate({}, { onSuccess: () => location.assign(href) });
}
