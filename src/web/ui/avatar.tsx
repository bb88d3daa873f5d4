import { classes } from './class-names.ts';
import { initialsOf } from './initials.ts';

type AvatarProps = { name: string; size?: 'sm' | 'md' | undefined };

/** A name's first two letters on a colour that is always the same for the name. Decoration only. */
export function Avatar({ name, size = 'md' }: AvatarProps) {
  return (
    <span
      aria-hidden
      style={{ backgroundColor: `var(--avatar-${1 + (hash(name) % COLOURS)})` }}
      className={classes(
        'inline-flex shrink-0 select-none items-center justify-center rounded-full font-semibold text-(--avatar-text) uppercase leading-none',
        size === 'md' ? 'size-9 text-xs' : 'size-7 text-[0.6875rem]',
      )}
    >
      {initialsOf(name)}
    </span>
  );
}

const COLOURS = 6;

/** FNV-1a, its high bits folded in. */
function hash(text: string): number {
  let sum = 0x811c9dc5;
  for (const letter of text) sum = Math.imul(sum ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return (sum ^ (sum >>> 15)) >>> 0;
}
