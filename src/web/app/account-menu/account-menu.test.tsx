import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readThemeChoice } from '#web/theme/theme.ts';
import { FAN } from '../../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../../tests/support/test-site.tsx';
import { AccountMenu } from './account-menu.tsx';

test('shows the account, the theme, a link to the settings, and Logout', async () => {
  const { user, renderPart } = createTestSite();
  await renderPart(<AccountMenu />, FAN);
  await user.click(screen.getByRole('button', { name: 'Account' }));
  const menu = within(await screen.findByRole('menu', { name: 'Account' }));
  menu.getByText(FAN.username);
  menu.getByText(FAN.email);
  expect(menu.getByRole('menuitem', { name: 'Settings' }).getAttribute('href')).toBe('/settings');
  menu.getByRole('menuitem', { name: 'Logout' });

  const themes = within(menu.getByRole('group', { name: 'Theme' }));
  themes.getByRole('menuitemradio', { name: 'System', checked: true });
  await user.click(themes.getByRole('menuitemradio', { name: 'Light' }));
  themes.getByRole('menuitemradio', { name: 'Light', checked: true });
  expect(readThemeChoice()).toBe('light');
});
