import { useQuery } from '@tanstack/react-query';
import { login } from '#contract/accounts.ts';
import { type Demo, getDemo } from '#contract/demo.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { queryFor } from '#web/http/query-for.ts';
import { beginSession } from '#web/session/session-query.ts';
import { formatRelativeTime } from '#web/time/durations.ts';
import { serverNow } from '#web/time/server-clock.ts';
import { Button } from '#web/ui/button.tsx';

type DemoSignInProps = { onSignedIn: () => void };

export function DemoSignIn({ onSignedIn }: DemoSignInProps) {
  const { data: demo } = useQuery(queryFor(getDemo));
  return demo ? <DemoPanel {...{ demo, onSignedIn }} /> : null;
}

function DemoPanel({ demo, onSignedIn }: DemoSignInProps & { demo: Demo }) {
  const { username, email, password, resetsAt } = demo;
  const signIn = useMutation(
    mutationFor(login, {
      errorToast: 'Failed to open the demo',
      onSuccess(user, _input, _, { client }) {
        beginSession(client, user);
        onSignedIn();
      },
    }),
  );
  return (
    <section aria-label="Demo" className="grid gap-3 rounded-panel border border-rail p-4.5">
      <p>
        This is a demo. Look around and predict as <b className="font-semibold">{username}</b>.
        Everything resets {formatRelativeTime(Date.parse(resetsAt), serverNow())}.
      </p>
      <Button
        pending={signIn.isPending}
        pendingText="Opening..."
        onClick={() => signIn.mutate({ body: { email, password } })}
      >
        Look around as {username}
      </Button>
    </section>
  );
}
