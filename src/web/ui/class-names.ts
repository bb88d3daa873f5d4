/** Doesn't merge conflicting Tailwind classes. */
export function classes(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
