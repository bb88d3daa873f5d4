import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getNotificationSettings } from '#contract/notifications.ts';
import { sendTestPush } from '#contract/push.ts';
import { sendTestEmail, type TestMessageOutcome } from '#contract/setup.ts';
import { call } from '#web/http/call.ts';
import { sentenceOf } from '#web/http/http-error.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { queryFor } from '#web/http/query-for.ts';
import { addDevice, canShowNotifications, findSubscription } from '#web/offline/push-device.ts';
import { Button } from '#web/ui/button.tsx';
import { CircleAlert, CircleCheck } from '#web/ui/icons.ts';

// What can be sent to oneself, to see whether it arrives.

export function SendTestEmail() {
  const attempt = useMutation(
    mutationFor(sendTestEmail, { failed: 'The mail could not be tried' }),
  );
  return (
    <Trial
      label="Mail me a letter"
      isPending={attempt.isPending}
      outcome={attempt.data}
      onTry={() => void attempt.mutate({})}
    />
  );
}

/** Turns this device on where it is not, as a fan does in the settings, and has a notice sent to it. */
export function SendTestPush() {
  const { data: choices } = useQuery(queryFor(getNotificationSettings));
  const [outcome, setOutcome] = useState<TestMessageOutcome>();
  const [isPending, setPending] = useState(false);

  async function attempt(pushKey: string) {
    setPending(true);
    setOutcome(await pushToThisDevice(pushKey).catch(unreached));
    setPending(false);
  }

  return (
    <Trial
      label="Send a test notification to this device"
      isReady={choices !== undefined}
      isPending={isPending}
      outcome={outcome}
      onTry={() => choices && void attempt(choices.pushKey)}
    />
  );
}

const not = (says: string): TestMessageOutcome => ({ isSent: false, says });

const unreached = (error: unknown) =>
  not(sentenceOf(error, "This browser's push service could not be reached."));

async function pushToThisDevice(pushKey: string): Promise<TestMessageOutcome> {
  if (!canShowNotifications())
    return not(
      "This browser can't show notices. On an iPhone or iPad, add this site to the home screen first; elsewhere the site's address must begin with https.",
    );
  if (!(await addDevice(pushKey)))
    return not('Notices are blocked: allow them for this site in the settings of your browser.');
  const subscription = await findSubscription();
  if (!subscription) return not('This browser has not kept the permission. Try it once more.');
  return call(sendTestPush, { body: { endpoint: subscription.endpoint } });
}

type TrialProps = {
  label: string;
  /** What it needs to know is there. */
  isReady?: boolean;
  isPending: boolean;
  outcome: TestMessageOutcome | undefined;
  onTry: () => void;
};

/** The button, and what became of it. */
function Trial({ label, isReady = true, isPending, outcome, onTry }: TrialProps) {
  const Icon = outcome?.isSent ? CircleCheck : CircleAlert;
  return (
    <div className="grid gap-4">
      <Button
        className="justify-self-start max-sm:w-full"
        disabled={!isReady}
        pending={isPending}
        pendingText="Sending..."
        onClick={onTry}
      >
        {label}
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
