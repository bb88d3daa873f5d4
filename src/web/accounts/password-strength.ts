/** A hint that never blocks the form. Parts of the username or email don't count. */
export function passwordStrength(password: string, known: readonly string[]): string {
  if (!password) return '';
  const unknown = withoutKnown(password.toLowerCase(), known);
  const variety = new Set(unknown).size;
  const strength = Math.min(unknown.length, variety * 1.8) + kindsOf(password) - 1;
  if (strength < 9) return 'Weak. Try a few unrelated words.';
  return strength < 14 ? 'Fair. Longer is stronger.' : 'Strong.';
}

function withoutKnown(password: string, known: readonly string[]): string {
  let remaining = password;
  for (const word of known.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)))
    if (word.length >= 3) remaining = remaining.replaceAll(word, '');
  return remaining;
}

function kindsOf(password: string): number {
  return [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(password))
    .length;
}
