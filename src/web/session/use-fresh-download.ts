import { checkFreshSignIn } from '#contract/fresh-sign-in.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { callWithFreshSignIn } from './call-with-fresh-sign-in.ts';

/** Checks the sign-in first, because a browser download can't show the prompt. */
export function useFreshDownload(errorToast: string): (href: string) => void {
  const check = useMutation(
    mutationFor(checkFreshSignIn, {
      send: callWithFreshSignIn<typeof checkFreshSignIn>,
      errorToast,
    }),
  );
  return (href) => void check.mutate({}, { onSuccess: () => location.assign(href) });
}
