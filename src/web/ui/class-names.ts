/** Joins truthy class names. Conflicting Tailwind classes are not merged. */
export function classes(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
