/**
 * A word on how hard a password is to guess: a hint, never a barrier. Length counts most, then
 * variety; what stands in the name or the address counts for nothing. '' while nothing is typed.
 */
export function passwordStrength(password: string, known: readonly string[]): string {
  if (!password) return '';
  const bare = withoutKnown(password.toLowerCase(), known);
  const variety = new Set(bare).size;
  const strength = Math.min(bare.length, variety * 1.8) + kindsOf(password) - 1;
  if (strength < 9) return 'Weak: a few unrelated words make a better one.';
  return strength < 14 ? 'Fair: longer is stronger.' : 'Strong.';
}

function withoutKnown(password: string, known: readonly string[]): string {
  let rest = password;
  for (const word of known.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)))
    if (word.length >= 3) rest = rest.replaceAll(word, '');
  return rest;
}

function kindsOf(password: string): number {
  return [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(password))
    .length;
}
