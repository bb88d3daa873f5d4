import type { ReactNode } from 'react';

export type Option = {
  value: string;
  label: string;
  /** Small, beside the label; found by the search as well. */
  detail?: string | undefined;
  /** At the end of its line; not found by the search. */
  badge?: ReactNode;
};

/**
 * The options that hold the text anywhere, without regard to case and accents; those whose label
 * begins with it come first, otherwise the order stays.
 */
export function matchingOptions(options: readonly Option[], text: string): readonly Option[] {
  const wanted = plain(text);
  if (wanted === '') return options;
  const beginning: Option[] = [];
  const containing: Option[] = [];
  for (const option of options) {
    const label = plain(option.label);
    if (label.startsWith(wanted)) beginning.push(option);
    else if (label.includes(wanted) || plain(option.detail ?? '').includes(wanted))
      containing.push(option);
  }
  return [...beginning, ...containing];
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();
}
