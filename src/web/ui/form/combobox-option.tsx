import type { ReactNode } from 'react';
import { Check } from '#web/ui/icons.ts';

export type Option = {
  value: string;
  label: string;
  detail?: string | undefined;
  badge?: ReactNode;
};

type ComboboxOptionProps = {
  id: string;
  option: Option;
  active: boolean;
  chosen: boolean;
  onActivate: () => void;
  onChoose: () => void;
};

export function ComboboxOption({
  id,
  option,
  active,
  chosen,
  onActivate,
  onChoose,
}: ComboboxOptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input keeps the focus and handles the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      onMouseMove={active ? undefined : onActivate}
      onClick={onChoose}
      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-3 py-1.5 aria-selected:bg-text/10"
    >
      <span className="min-w-0 flex-1">{option.label}</span>
      {option.detail && <span className="text-dim text-xs">{option.detail}</span>}
      {option.badge}
      {chosen && <Check aria-hidden className="size-4 shrink-0" />}
    </div>
  );
}
