import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { lazyComponent } from '#web/ui/loading/lazy.tsx';
import CircleUserRound from '~icons/circle-user-round';

const OpenAccountMenu = lazyComponent(() => import('./open-account-menu.tsx'));

export function AccountMenu() {
  const [wasOpened, setOpened] = useState(false);
  const trigger = (
    <Button
      // Finds the button again for a press before the app loaded.
      id="account-menu"
      variant="ghost"
      size="icon"
      aria-label="Account"
      aria-haspopup="menu"
      onClick={() => setOpened(true)}
    >
      <CircleUserRound aria-hidden />
    </Button>
  );
  return <OpenAccountMenu trigger={trigger} loadWhen={wasOpened} fallback={trigger} />;
}
