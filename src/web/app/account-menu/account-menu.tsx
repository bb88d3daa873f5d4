import { useState } from 'react';
import { useUser } from '#web/session/use-user.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { lazyComponent } from '#web/ui/loading/lazy.tsx';

const OpenAccountMenu = lazyComponent(() => import('./open-account-menu.tsx'));

export function AccountMenu() {
  const { username } = useUser();
  const [wasOpened, setOpened] = useState(false);
  const trigger = (
    <Button
      variant="ghost"
      size="icon"
      aria-label="Account"
      aria-haspopup="menu"
      onClick={() => setOpened(true)}
    >
      <Avatar name={username} size="sm" />
    </Button>
  );
  return <OpenAccountMenu trigger={trigger} loadWhen={wasOpened} fallback={trigger} />;
}
