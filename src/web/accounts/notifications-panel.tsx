import { useQuery } from '@tanstack/react-query';
import { getCredentials } from '#contract/account-links.ts';
import {
  getNotificationSettings,
  MAX_PUSHES_PER_DAY,
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
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx';
import { lazyComponent } from '#web/ui/loading/lazy.tsx';
import { Panel } from '#web/ui/panel.tsx';

export function NotificationsPanel() {
  const choices = useQuery(queryFor(getNotificationSettings));
  const emailNote = useEmailNote();
  return (
    <Panel title="Notifications">
      <div className="grid gap-6 px-4.5 pb-5">
        <Loaded
          query={choices}
          label="Loading your notification settings"
          errorMessage="Your notification settings could not be loaded."
        >
          {(settings) => (
            <>
              <Choices channel="mail" title="By email" choices={settings} note={emailNote} />
              <Choices
                channel="push"
                title="On your devices"
                choices={settings}
                note={`At most ${MAX_PUSHES_PER_DAY} a day, and none from ${QUIET_HOURS.from}:00 to ${QUIET_HOURS.to}:00.`}
              >
                <DeviceNotifications pushKey={settings.pushKey} />
              </Choices>
            </>
          )}
        </Loaded>
      </div>
    </Panel>
  );
}

const DeviceNotifications = lazyComponent(() => import('./device-notifications.tsx'));

const KINDS: Record<NotificationKind, string> = {
  reminder: `A reminder ${REMINDER_HOURS} hours before the lock if you have no prediction, and nudges from your leagues`,
  result: 'Your points when a show is scored or corrected',
  moved: 'A show you predicted is moved, postponed or cancelled',
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

type ChoicesProps = {
  channel: NotificationChannel;
  title: string;
  choices: NotificationSettings;
  note: string | undefined;
  children?: React.ReactNode;
};

function Choices({ channel, title, choices, note, children }: ChoicesProps) {
  return (
    <fieldset className="grid gap-1">
      <legend className="pb-1 font-semibold">{title}</legend>
      {note && <p className="text-dim text-sm">{note}</p>}
      {children}
      {NOTIFICATION_KINDS.map((kind) => (
        <Choice key={kind} channel={channel} kind={kind} isChosen={choices[channel][kind]} />
      ))}
    </fieldset>
  );
}

type ChoiceProps = { channel: NotificationChannel; kind: NotificationKind; isChosen: boolean };

function Choice({ channel, kind, isChosen }: ChoiceProps) {
  const choose = useMutation(
    mutationFor(updateNotificationSetting, { errorToast: 'Failed to save your choice' }),
  );
  return (
    <CheckboxField
      label={KINDS[kind]}
      // Optimistic until the server confirms it.
      checked={choose.isPending ? choose.variables.body.isWanted : isChosen}
      onChange={({ target }) =>
        void choose.mutate({ body: { channel, kind, isWanted: target.checked } })
      }
    />
  );
}
