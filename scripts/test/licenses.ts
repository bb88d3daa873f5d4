/** Allowed for all packages, including tools. Read a license's terms before adding it. */
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
  // Requires publishing changes to its own files. The project changes none.
  'MPL-2.0',
  // A font license that allows serving and embedding.
  'OFL-1.1',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

export interface Bill {
  components: { name: string; version?: string; licenses?: License[] }[];
}

type License = { license: { id?: string; name?: string } } | { expression: string };

export function findForbiddenLicenses({ components }: Bill): string[] {
  return components.flatMap(({ name, version, licenses = [] }) => {
    const forbidden = licenses.map(toExpression).filter((expression) => !isAllowed(expression));
    const reason = licenses.length === 0 ? 'no license' : forbidden.join(', ');
    return reason ? [`${name} ${version}: ${reason}`] : [];
  });
}

function toExpression(license: License): string {
  if ('expression' in license) return license.expression;
  return license.license.id ?? license.license.name ?? 'no license';
}

/** 'A OR B' requires one allowed license, 'A AND B' both. */
function isAllowed(expression: string): boolean {
  const plain = expression.replace(/^\((.*)\)$/, '$1');
  if (plain.includes(' AND ')) return plain.split(' AND ').every((license) => ALLOWED.has(license));
  return plain.split(' OR ').some((license) => ALLOWED.has(license));
}
