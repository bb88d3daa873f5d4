import { useEffect, useState } from 'react';
import {
  addDevice,
  canShowNotifications,
  findSubscription,
  removeDevice,
} from '#web/session/push-device.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/feedback/toast.ts';

export default function DeviceNotifications({ pushKey }: { pushKey: string }) {
  const [isOn, setOn] = useState<boolean>();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    void findSubscription().then((subscription) => setOn(subscription !== undefined));
  }, []);
  if (!canShowNotifications())
    return (
      <p className="text-dim text-sm">
        This browser can't show notifications. On an iPhone or iPad, add this site to the home
        screen first.
      </p>
    );

  async function toggle() {
    setBusy(true);
    try {
      if (isOn) await removeDevice();
      else if (!(await addDevice(pushKey))) return toast(FORBIDDEN);
      setOn(!isOn);
    } catch {
      toast(FAILED);
    } finally {
      setBusy(false);
    }
  }

  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-2 py-1">
      <Button
        pending={isBusy}
        pendingText={isOn ? 'Turning off...' : 'Turning on...'}
        disabled={isOn === undefined}
        onClick={() => void toggle()}
      >
        {isOn ? 'Turn off for this device' : 'Turn on for this device'}
      </Button>
      <span role="status" className="text-dim text-sm">
        {isOn !== undefined && `Notifications are ${isOn ? 'on' : 'off'} for this device.`}
      </span>
    </p>
  );
}

const FORBIDDEN = {
  title: 'Notifications are blocked',
  description: "Allow them for this site in your browser's settings.",
  variant: 'destructive',
} as const;

const FAILED = {
  title: 'Failed to change notifications',
  description: "The browser's push service could not be reached. Please try again.",
  variant: 'destructive',
} as const;
