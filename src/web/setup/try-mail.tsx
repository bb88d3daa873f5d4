import { CircleAlert, CircleCheck } from 'lucide-react';
import { tryMail } from '#contract/setup.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { Button } from '#web/ui/button.tsx';

/** Sends a letter to oneself, and says what became of it. */
export function TryMail() {
  const attempt = useMutation(mutationFor(tryMail, { failed: 'The mail could not be tried' }));
  const outcome = attempt.data;
  const Icon = outcome?.isSent ? CircleCheck : CircleAlert;
  return (
    <div className="grid gap-4">
      <Button
        className="justify-self-start max-sm:w-full"
        pending={attempt.isPending}
        pendingText="Sending..."
        onClick={() => attempt.mutate({})}
      >
        Mail me a letter
      </Button>
      <p role="status" className="flex items-start gap-2 wrap-anywhere">
        {outcome && (
          <>
            <Icon aria-hidden className="mt-0.5 size-4.5 shrink-0" />
            <span>
              <strong>{outcome.isSent ? 'Sent.' : 'Not sent.'}</strong> {outcome.says}
            </span>
          </>
        )}
      </p>
    </div>
  );
}
