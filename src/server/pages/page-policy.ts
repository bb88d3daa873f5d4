/** Builds the content security policy of a page outside the app, which loads only what it names. */
export function buildPagePolicy(directives: Readonly<Record<string, string>>): string {
  return Object.entries({ ...DEFAULTS, ...directives })
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}

const DEFAULTS = {
  'default-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};
