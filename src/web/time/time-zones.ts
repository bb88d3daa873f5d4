import type { Option } from '#web/ui/form/combobox-option.tsx';

/** Every time zone that the browser knows, and the one in use, which may be an older name. */
export function timeZoneOptions(current: string): Option[] {
  const names = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', current]);
  return [...names].sort().map((name) => ({ value: name, label: name.replaceAll('_', ' ') }));
}
