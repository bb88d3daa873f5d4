import { useSyncExternalStore } from 'react';
import { Monitor, Moon, Sun } from '#web/ui/icons.ts';
import { readThemeChoice, subscribeToThemeChoice, type ThemeChoice } from './theme.ts';

export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribeToThemeChoice, readThemeChoice, () => 'system');
}

export const THEME_OPTIONS = {
  system: { label: 'System', Icon: Monitor },
  dark: { label: 'Dark', Icon: Moon },
  light: { label: 'Light', Icon: Sun },
};
