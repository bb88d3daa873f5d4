/** What any package may be under, tools included: add one after reading what it asks for. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  // Asks for the source of what is changed in its own files: nothing of theirs is changed here.
  'MPL-2.0',
  // Of fonts, which may be served and drawn with.
  'OFL-1.1',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/** A bill of materials, as CycloneDX has it; only what is looked at here. */
export interface Bill {
  components: { name: string; version?: string; licenses?: License[] }[];
}

type License = { license: { id?: string; name?: string } } | { expression: string };

/** A line for each component whose license is unknown, or not among the allowed. */
export function forbiddenLicenses({ components }: Bill): string[] {
  return components.flatMap(({ name, version, licenses = [] }) => {
    const wrong = licenses.map(toExpression).filter((expression) => !isAllowed(expression));
    const why = licenses.length === 0 ? 'no license' : wrong.join(', ');
    return why ? [`${name} ${version}: ${why}`] : [];
  });
}

function toExpression(license: License): string {
  if ('expression' in license) return license.expression;
  return license.license.id ?? license.license.name ?? 'no license';
}

/** Of 'A OR B' one is enough, of 'A AND B' both must be allowed. What is more involved is read by a person. */
function isAllowed(expression: string): boolean {
  const plain = expression.replace(/^\((.*)\)$/, '$1');
  if (plain.includes(' AND ')) return plain.split(' AND ').every((one) => ALLOWED.has(one));
  return plain.split(' OR ').some((one) => ALLOWED.has(one));
}
