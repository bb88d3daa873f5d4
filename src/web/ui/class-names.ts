/** Joins the class names that are there. It does not merge: pass only classes that don't compete. */
export function classes(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
