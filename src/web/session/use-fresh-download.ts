import { checkFreshSignIn } from '#contract/fresh-sign-in.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { callWithFreshSignIn } from './call-with-fresh-sign-in.ts';

/**
 * Returns a function that downloads a file that requires a fresh sign-in. The browser requests the file
 * itself and couldn't prompt, so the sign-in is checked first.
 */
export function useFreshDownload(failed: string): (href: string) => void {
  const check = useMutation(
    mutationFor(checkFreshSignIn, { send: callWithFreshSignIn<typeof checkFreshSignIn>, failed }),
  );
  return (href) => void check.mutate({}, { onSuccess: () => location.assign(href) });
}
