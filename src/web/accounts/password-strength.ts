/** Returns a hint, which never blocks the form. Parts of the username or email don't count. */
export function ratePassword(password: string, personalInfo: readonly string[]): string {
  if (!password) return '';
  const remainder = removePersonalInfo(password.toLowerCase(), personalInfo);
  const variety = new Set(remainder).size;
  const strength = Math.min(remainder.length, variety * 1.8) + countCharacterKinds(password) - 1;
  if (strength < 9) return 'Weak. Try a few unrelated words.';
  return strength < 14 ? 'Fair. Longer is stronger.' : 'Strong.';
}

function removePersonalInfo(password: string, personalInfo: readonly string[]): string {
  let remaining = password;
  for (const word of personalInfo.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)))
    if (word.length >= 3) remaining = remaining.replaceAll(word, '');
  return remaining;
}

function countCharacterKinds(password: string): number {
  return [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(password))
    .length;
}
