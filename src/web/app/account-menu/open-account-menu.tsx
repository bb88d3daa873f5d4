import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { paths } from '#contract/pages.ts';
import { useLogOut } from '#web/accounts/use-log-out.ts';
import { useUser } from '#web/session/use-user.ts';
import { chooseTheme, THEME_CHOICES } from '#web/theme/theme.ts';
import { THEME_OPTIONS, useThemeChoice } from '#web/theme/use-theme-choice.ts';
import { LogOut } from '#web/ui/icons.ts';
import {
  DropdownMenu,
  MenuIconRadio,
  MenuItem,
  MenuRadioGroup,
  MenuSeparator,
  MenuText,
} from '#web/ui/overlay/dropdown-menu.tsx';
import CircleUserRound from '~icons/circle-user-round';
import { PAGE_ICONS } from '../sidebar/page-icons.ts';

/** Opens when its code has loaded, because a press on the trigger loads the code. */
export default function OpenAccountMenu({ trigger }: { trigger: ReactNode }) {
  const { username, email } = useUser();
  const { logOut } = useLogOut();
  const theme = useThemeChoice();
  return (
    <DropdownMenu trigger={trigger} defaultOpen>
      <MenuText>
        <p className="wrap-anywhere font-semibold">{username}</p>
        <p className="wrap-anywhere text-dim text-sm">{email}</p>
      </MenuText>
      <MenuSeparator />
      <MenuRadioGroup label="Theme" value={theme} onChange={chooseTheme}>
        {THEME_CHOICES.map((choice) => {
          const { label, Icon } = THEME_OPTIONS[choice];
          return (
            <MenuIconRadio key={choice} value={choice} label={label}>
              <Icon aria-hidden />
            </MenuIconRadio>
          );
        })}
      </MenuRadioGroup>
      <MenuSeparator />
      <MenuItem asChild>
        <Link href={paths.fan({ username })}>
          <CircleUserRound aria-hidden />
          Your Page
        </Link>
      </MenuItem>
      <MenuItem asChild>
        <Link href={paths.settings()}>
          <PAGE_ICONS.settings aria-hidden />
          Settings
        </Link>
      </MenuItem>
      <MenuItem onSelect={logOut}>
        <LogOut aria-hidden />
        Logout
      </MenuItem>
    </DropdownMenu>
  );
}
