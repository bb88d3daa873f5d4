import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { getCredentials } from '#contract/account-links.ts';
import {
  getNotificationSettings,
  MAX_PUSHES_PER_DAY,
  NOTIFICATION_CHANNELS,
  NOTIFICATION_KINDS,
  type NotificationChannel,
  type NotificationKind,
  type NotificationSettings,
  QUIET_HOURS,
  REMINDER_HOURS,
  updateNotificationSetting,
} from '#contract/notifications.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { queryFor } from '#web/http/query-for.ts';
import { FoldingPanel } from '#web/ui/folding-panel.tsx';
import { Checkbox } from '#web/ui/form/checkbox-field.tsx';
import { lazyComponent } from '#web/ui/loading/lazy.tsx';

export function NotificationsPanel() {
  const choices = useQuery(queryFor(getNotificationSettings));
  const emailNote = useEmailNote();
  return (
    <FoldingPanel id="notifications" title="Notifications">
      <div className="grid gap-4 px-4.5 pb-5">
        <Loaded
          query={choices}
          label="Loading your notification settings"
          errorMessage="Your notification settings could not be loaded."
        >
          {(settings) => (
            <>
              <Choices choices={settings} />
              <div className="min-h-13">
                <DeviceNotifications pushKey={settings.pushKey} />
              </div>
              <p className="text-dim text-sm">
                You get at most {MAX_PUSHES_PER_DAY} notifications a day on your devices, and none
                between {QUIET_HOURS.from - 12} PM and {QUIET_HOURS.to} AM. {emailNote}
              </p>
            </>
          )}
        </Loaded>
      </div>
    </FoldingPanel>
  );
}

const DeviceNotifications = lazyComponent(() => import('./device-notifications.tsx'));

const KINDS: Record<NotificationKind, string> = {
  reminder: `A reminder ${REMINDER_HOURS} hours before predictions lock if you haven't made one, and nudges from your leagues`,
  result: 'Your points when a show is scored or corrected',
  moved: 'A show you predicted is moved, postponed or cancelled',
  recap: 'Your recap when a tour is over',
};

function useEmailNote(): string | undefined {
  const { data } = useQuery(queryFor(getCredentials));
  if (!data) return undefined;
  const { sendsMail, isEmailVerified } = data;
  if (!sendsMail) return "Email isn't set up here.";
  if (!isEmailVerified)
    return 'Email goes to verified addresses only. Open the link we emailed you.';
  return undefined;
}

function Choices({ choices }: { choices: NotificationSettings }) {
  return (
    <table className="w-full border-collapse text-left">
      <thead>
        <tr>
          <th scope="col" className="w-full">
            <span className="sr-only">Notification</span>
          </th>
          {NOTIFICATION_CHANNELS.map((channel) => (
            <th key={channel} scope="col" className="label min-w-14 pb-1.5 text-center text-dim">
              {CHANNELS[channel]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {NOTIFICATION_KINDS.map((kind) => (
          <tr key={kind} className="border-rail/60 border-t">
            <th scope="row" className="py-2.5 pr-2 font-medium">
              {KINDS[kind]}
            </th>
            {NOTIFICATION_CHANNELS.map((channel) => (
              <td key={channel}>
                <Choice channel={channel} kind={kind} isChosen={choices[channel][kind]} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const CHANNELS: Record<NotificationChannel, string> = { mail: 'Email', push: 'Devices' };

type ChoiceProps = { channel: NotificationChannel; kind: NotificationKind; isChosen: boolean };

function Choice({ channel, kind, isChosen }: ChoiceProps) {
  const id = useId();
  const choose = useMutation(
    mutationFor(updateNotificationSetting, { errorToast: 'Failed to save your choice' }),
  );
  return (
    <label htmlFor={id} className="grid min-h-13 place-content-center">
      <Checkbox
        id={id}
        aria-label={`${KINDS[kind]}: ${CHANNELS[channel]}`}
        checked={choose.isPending ? choose.variables.body.isWanted : isChosen}
        onChange={({ target }) =>
          void choose.mutate({ body: { channel, kind, isWanted: target.checked } })
        }
      />
    </label>
  );
}
