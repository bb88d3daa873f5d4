export type ThemeChoice = (typeof THEME_CHOICES)[number];

export const THEME_CHOICES = ['system', 'dark', 'light'] as const;

const STORAGE_KEY = 'theme';
const THEME_EVENT = 'themechoice';

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

/** first-theme.js applies the choice, in this tab and others. */
export function chooseTheme(choice: ThemeChoice): void {
  try {
    if (choice === 'system') localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, choice);
  } catch {
    // Storage is blocked, so the system setting applies.
  }
  window.dispatchEvent(new Event(THEME_EVENT));
}

export function subscribeToThemeChoice(onChange: () => void): () => void {
  window.addEventListener(THEME_EVENT, onChange);
  window.addEventListener('storage', onChange);
  return () => {
    window.removeEventListener(THEME_EVENT, onChange);
    window.removeEventListener('storage', onChange);
  };
}
