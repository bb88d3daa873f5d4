import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getNotificationSettings } from '#contract/notifications.ts';
import { sendTestPush } from '#contract/push.ts';
import { sendTestEmail, type TestMessageOutcome } from '#contract/setup.ts';
import { call } from '#web/http/call.ts';
import { errorMessage } from '#web/http/http-error.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { queryFor } from '#web/http/query-for.ts';
import { addDevice, canShowNotifications, findSubscription } from '#web/session/push-device.ts';
import { Button } from '#web/ui/button.tsx';
import { CircleAlert, CircleCheck } from '#web/ui/icons.ts';

export function SendTestEmail() {
  const sendTest = useMutation(
    mutationFor(sendTestEmail, { errorToast: 'The test email could not be sent' }),
  );
  return (
    <TestButton
      label="Send me a test email"
      isPending={sendTest.isPending}
      outcome={sendTest.data}
      onSend={() => void sendTest.mutate({})}
    />
  );
}

export function SendTestPush() {
  const { data: choices } = useQuery(queryFor(getNotificationSettings));
  const [outcome, setOutcome] = useState<TestMessageOutcome>();
  const [isPending, setPending] = useState(false);

  async function sendTest(pushKey: string) {
    setPending(true);
    setOutcome(await pushToThisDevice(pushKey).catch(toFailedOutcome));
    setPending(false);
  }

  return (
    <TestButton
      label="Send a test notification to this device"
      isReady={choices !== undefined}
      isPending={isPending}
      outcome={outcome}
      onSend={() => choices && void sendTest(choices.pushKey)}
    />
  );
}

const createFailedOutcome = (reason: string): TestMessageOutcome => ({
  isSent: false,
  message: reason,
});

const toFailedOutcome = (error: unknown) =>
  createFailedOutcome(errorMessage(error, "This browser's push service could not be reached."));

async function pushToThisDevice(pushKey: string): Promise<TestMessageOutcome> {
  if (!canShowNotifications())
    return createFailedOutcome(
      "This browser can't show notifications. On an iPhone or iPad, add this site to the home screen first. On other devices, the site's address must start with https.",
    );
  if (!(await addDevice(pushKey)))
    return createFailedOutcome(
      "Notifications are blocked. Allow them for this site in your browser's settings.",
    );
  const subscription = await findSubscription();
  if (!subscription)
    return createFailedOutcome("The browser didn't save the subscription. Please try again.");
  return call(sendTestPush, { body: { endpoint: subscription.endpoint } });
}

type TestButtonProps = {
  label: string;
  isReady?: boolean;
  isPending: boolean;
  outcome: TestMessageOutcome | undefined;
  onSend: () => void;
};

function TestButton({ label, isReady = true, isPending, outcome, onSend }: TestButtonProps) {
  const Icon = outcome?.isSent ? CircleCheck : CircleAlert;
  return (
    <div className="grid">
      <Button
        className="justify-self-start max-sm:w-full"
        disabled={!isReady}
        pending={isPending}
        pendingText="Sending..."
        onClick={onSend}
      >
        {label}
      </Button>
      <p role="status" className="flex items-start gap-2 wrap-anywhere not-empty:pt-4">
        {outcome && (
          <>
            <Icon aria-hidden className="mt-0.5 size-4.5 shrink-0" />
            <span>
              <strong>{outcome.isSent ? 'Sent.' : 'Not sent.'}</strong> {outcome.message}
            </span>
          </>
        )}
      </p>
    </div>
  );
}
