import { classes } from './class-names.ts';
import { getInitials } from './initials.ts';

type AvatarProps = { name: string; size?: 'sm' | 'md' | undefined };

export function Avatar({ name, size = 'md' }: AvatarProps) {
  return (
    <span
      aria-hidden
      style={{ backgroundColor: `var(--avatar-${1 + (hash(name) % COLOR_COUNT)})` }}
      className={classes(
        'inline-flex shrink-0 select-none items-center justify-center rounded-full font-semibold text-(--avatar-text) uppercase leading-none',
        size === 'md' ? 'size-9 text-xs' : 'size-7 text-[0.6875rem]',
      )}
    >
      {getInitials(name)}
    </span>
  );
}

const COLOR_COUNT = 6;

/** Computes the FNV-1a hash. */
function hash(text: string): number {
  let hashed = 0x811c9dc5;
  for (const character of text)
    hashed = Math.imul(hashed ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return (hashed ^ (hashed >>> 15)) >>> 0;
}
