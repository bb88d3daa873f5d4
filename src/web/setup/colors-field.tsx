import type { Band } from '#contract/band.ts';
import {
  computeLowestContrast,
  deriveLampTokens,
  findLegibleColor,
  parseThemes,
  TEXT_CONTRAST,
  type Theme,
} from '#contract/band-colors.ts';
import tokens from '#web/theme/tokens.css?raw';
import { Button } from '#web/ui/button.tsx';
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';

const THEMES = parseThemes(tokens);

type Colors = Band['colors'];

type ColorsFieldProps = { value: Colors; onChange: (value: Colors) => void };

export function ColorsField({ value, onChange }: ColorsFieldProps) {
  return (
    <fieldset className="grid gap-3 sm:col-span-2">
      <legend className="sr-only">Colors</legend>
      <CheckboxField
        label="Use the band's color"
        hint="For live shows, countdowns and main buttons. The default is amber."
        checked={value !== null}
        onChange={({ target }) =>
          onChange(
            target.checked
              ? { dark: THEMES.dark['lamp-ink'], light: THEMES.light['lamp-ink'] }
              : null,
          )
        }
      />
      {value && (
        <div className="grid gap-4 sm:grid-cols-2">
          {(['dark', 'light'] as const).map((theme) => (
            <ThemeColor
              key={theme}
              theme={theme}
              value={value[theme]}
              onChange={(color) => onChange({ ...value, [theme]: color })}
            />
          ))}
        </div>
      )}
    </fieldset>
  );
}

type ThemeColorProps = { theme: Theme; value: string; onChange: (value: string) => void };

function ThemeColor({ theme, value, onChange }: ThemeColorProps) {
  const label = theme === 'dark' ? 'Color in the dark theme' : 'Color in the light theme';
  const contrast = computeLowestContrast(THEMES, theme, value);
  const isLegible = contrast >= TEXT_CONTRAST;
  const nearest = findLegibleColor(THEMES, theme, value);
  const lamp = deriveLampTokens(THEMES, theme, value);
  return (
    <div className="grid content-start gap-2">
      <TextField
        label={label}
        type="color"
        className="[&_input]:h-11 [&_input]:p-1.5"
        value={value}
        error={
          isLegible
            ? undefined
            : `Hard to read: ${contrast.toFixed(1)} to 1. Text needs ${TEXT_CONTRAST} to 1.`
        }
        hint={isLegible ? `Easy to read: ${contrast.toFixed(1)} to 1` : undefined}
        onChange={({ target }) => onChange(target.value)}
      />
      <div
        aria-hidden
        className="flex items-center justify-between gap-3 rounded-control border border-rail px-4 py-3"
        style={{ background: THEMES[theme].hall }}
      >
        <span className="font-semibold" style={{ color: lamp['lamp-ink'] }}>
          Now playing
        </span>
        <span
          className="rounded-control px-3 py-2 font-semibold text-sm"
          style={{ background: lamp.lamp, color: lamp['lamp-text'] }}
        >
          Make Prediction
        </span>
      </div>
      {!isLegible && (
        <Button className="justify-self-start" onClick={() => onChange(nearest)}>
          Use the nearest readable color
        </Button>
      )}
    </div>
  );
}
