import type { Option } from '#web/ui/form/combobox-option.tsx';

export function timeZoneOptions(current: string): Option[] {
  const names = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', current]);
  return [...names].sort().map((name) => ({ value: name, label: name.replaceAll('_', ' ') }));
}
