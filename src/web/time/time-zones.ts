import type { Option } from '#web/ui/form/combobox-option.tsx';

export function listTimeZoneOptions(current: string): Option[] {
  const names = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', current]);
  return [...names].sort().map((name) => ({ value: name, label: name.replaceAll('_', ' ') }));
}
