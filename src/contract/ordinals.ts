/** Returns '1st', '22nd', '13th' or '1,204th'. */
export function formatOrdinal(count: number): string {
  return `${count.toLocaleString('en-US')}${SUFFIXES[rules.select(count)]}`;
}

const rules = new Intl.PluralRules('en', { type: 'ordinal' });

const SUFFIXES: Record<Intl.LDMLPluralRule, string> = {
  one: 'st',
  two: 'nd',
  few: 'rd',
  other: 'th',
  zero: 'th',
  many: 'th',
};
