import { useId } from 'react';
import { classes } from '#web/ui/class-names.ts';
import { chooseTheme, THEME_CHOICES } from './theme.ts';
import { THEME_OPTIONS, useThemeChoice } from './use-theme-choice.ts';

export function ThemeSwitch({ compact = false }: { compact?: boolean | undefined }) {
  const choice = useThemeChoice();
  const name = useId();
  return (
    <fieldset
      className={classes(
        'inline-flex',
        !compact && 'rounded-control border border-rail bg-stage p-1',
      )}
    >
      <legend className="sr-only">Theme</legend>
      {THEME_CHOICES.map((option) => {
        const { label, Icon } = THEME_OPTIONS[option];
        return (
          <label
            key={option}
            className="relative flex min-h-9 min-w-9 items-center justify-center gap-2 rounded-md px-2.5 text-sm font-semibold text-dim outline-focus transition-colors hover:text-text has-checked:bg-text/10 has-checked:text-text has-focus-visible:outline-2 pointer-coarse:min-h-11 pointer-coarse:min-w-11"
          >
            <input
              type="radio"
              name={name}
              value={option}
              checked={choice === option}
              onChange={() => chooseTheme(option)}
              className="sr-only"
            />
            <Icon aria-hidden className="size-4" />
            <span className={compact ? 'sr-only' : undefined}>{label}</span>
          </label>
        );
      })}
    </fieldset>
  );
}
