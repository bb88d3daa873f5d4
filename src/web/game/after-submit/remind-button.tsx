import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getCredentials } from '#contract/account-links.ts';
import {
  getNotificationSettings,
  type NotificationChannel,
  REMINDER_HOURS,
  updateNotificationSetting,
} from '#contract/notifications.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { queryFor } from '#web/http/query-for.ts';
import { addDevice, canShowNotifications } from '#web/session/push-device.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/feedback/toast.ts';

export default function RemindButton() {
  const { data: settings } = useQuery(queryFor(getNotificationSettings));
  const { data: credentials } = useQuery(queryFor(getCredentials));
  const [isAsking, setAsking] = useState(false);
  const update = useMutation(
    mutationFor(updateNotificationSetting, {
      successToast: {
        title: 'Reminder on',
        description: `We'll remind you ${REMINDER_HOURS} hours before predictions lock if you haven't made one.`,
      },
      errorToast: 'Failed to save your choice',
    }),
  );
  if (!settings || !credentials) return <span className="min-w-32" />;

  const canMail = credentials.sendsMail && credentials.isEmailVerified;
  const hasReminder = settings.push.reminder || (canMail && settings.mail.reminder);
  if (hasReminder || !(canShowNotifications() || canMail)) return null;

  async function remind(pushKey: string) {
    setAsking(true);
    const channel = await chooseChannel(pushKey, canMail);
    setAsking(false);
    if (channel) void update.mutate({ body: { channel, kind: 'reminder', isWanted: true } });
    else toast(REMINDER_FAILED_TOAST);
  }

  return (
    <Button
      pending={isAsking || update.isPending}
      pendingText="Turning on..."
      onClick={() => void remind(settings.pushKey)}
    >
      Remind me
    </Button>
  );
}

async function chooseChannel(
  pushKey: string,
  canMail: boolean,
): Promise<NotificationChannel | undefined> {
  const isAdded = canShowNotifications() && (await addDevice(pushKey).catch(() => false));
  if (isAdded) return 'push';
  return canMail ? 'mail' : undefined;
}

const REMINDER_FAILED_TOAST = {
  title: "Couldn't turn on the reminder",
  description: "Allow notifications in your browser's settings, or verify your email in Settings.",
  variant: 'destructive',
} as const;
