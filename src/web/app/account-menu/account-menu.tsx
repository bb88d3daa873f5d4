import { lazyComponent } from '#web/ui/loading/lazy.tsx';
import { useMenuTrigger } from '#web/ui/overlay/use-menu-trigger.tsx';
import CircleUserRound from '~icons/circle-user-round';

const OpenAccountMenu = lazyComponent(() => import('./open-account-menu.tsx'));

export function AccountMenu() {
  const menu = useMenuTrigger({
    label: 'Account',
    icon: <CircleUserRound aria-hidden />,
    // A press before the app loads is repeated on the button with this ID.
    id: 'account',
  });
  return <OpenAccountMenu {...menu} />;
}
