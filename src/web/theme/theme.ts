export type ThemeChoice = (typeof THEME_CHOICES)[number];

export const THEME_CHOICES = ['system', 'dark', 'light'] as const;

const STORAGE_KEY = 'theme';
const CHOSEN = 'themechoice';

/** What the person chose on this device; 'system' where nothing is stored. */
export function readThemeChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(STORAGE_KEY) ?? '';
    return isThemeChoice(stored) ? stored : 'system';
  } catch {
    return 'system';
  }
}

export function isThemeChoice(value: string): value is ThemeChoice {
  return THEME_CHOICES.some((choice) => choice === value);
}

/** Stores the choice and applies it at once; first-theme.js does the applying, here and in other tabs. */
export function chooseTheme(choice: ThemeChoice): void {
  try {
    if (choice === 'system') localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, choice);
  } catch {
    // Storage is forbidden: the system goes on deciding.
  }
  window.dispatchEvent(new Event(CHOSEN));
}

/** For useSyncExternalStore: calls back when the choice changes, in this tab or another. */
export function subscribeToThemeChoice(onChange: () => void): () => void {
  window.addEventListener(CHOSEN, onChange);
  window.addEventListener('storage', onChange);
  return () => {
    window.removeEventListener(CHOSEN, onChange);
    window.removeEventListener('storage', onChange);
  };
}
