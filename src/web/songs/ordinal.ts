/** '1st', '22nd', '13th'. */
export function ordinal(place: number): string {
  return `${place}${ENDINGS[rules.select(place)]}`;
}

const rules = new Intl.PluralRules('en', { type: 'ordinal' });

const ENDINGS: Record<Intl.LDMLPluralRule, string> = {
  one: 'st',
  two: 'nd',
  few: 'rd',
  other: 'th',
  zero: 'th',
  many: 'th',
};
