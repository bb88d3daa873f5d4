import { useUser } from '#web/session/use-user.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { lazyComponent } from '#web/ui/loading/lazy.tsx';
import { useMenuTrigger } from '#web/ui/overlay/use-menu-trigger.tsx';

const OpenAccountMenu = lazyComponent(() => import('./open-account-menu.tsx'));

export function AccountMenu() {
  const { username } = useUser();
  const menu = useMenuTrigger({
    label: 'Account',
    icon: <Avatar name={username} size="sm" />,
    earlyPress: 'account',
  });
  return <OpenAccountMenu {...menu} />;
}
