import { checkFreshSignIn } from '#contract/fresh-sign-in.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { callWithFreshSignIn } from './call-with-fresh-sign-in.ts';

/**
 * What lets the browser download a file that the server gives after a fresh sign-in only: as the browser
 * itself asks for it, the server is asked beforehand whether it may.
 */
export function useFreshDownload(failed: string): (href: string) => void {
  const check = useMutation(
    mutationFor(checkFreshSignIn, { send: callWithFreshSignIn<typeof checkFreshSignIn>, failed }),
  );
  return (href) => void check.mutate({}, { onSuccess: () => location.assign(href) });
}
