import { classes } from './class-names.ts';
import { getInitials } from './initials.ts';

type AvatarProps = { name: string; size?: keyof typeof SIZES | undefined };

export function Avatar({ name, size = 'md' }: AvatarProps) {
  return (
    <span
      aria-hidden
      className={classes(
        COLORS[hash(name) % COLORS.length],
        'inline-flex shrink-0 select-none items-center justify-center rounded-full font-semibold text-(--avatar-text) uppercase leading-none',
        SIZES[size],
      )}
    >
      {getInitials(name)}
    </span>
  );
}

const SIZES = {
  xs: 'size-5.5 text-[0.5625rem]',
  sm: 'size-7 text-[0.6875rem]',
  md: 'size-9 text-xs',
  lg: 'size-14 text-xl sm:size-18 sm:text-2xl',
};

/** Classes, because the server's HTML must not contain style attributes. */
const COLORS = [
  ...['bg-(--avatar-1)', 'bg-(--avatar-2)', 'bg-(--avatar-3)'],
  ...['bg-(--avatar-4)', 'bg-(--avatar-5)', 'bg-(--avatar-6)'],
];

function hash(text: string): number {
  let hashed = 0x811c9dc5;
  for (const character of text)
    hashed = Math.imul(hashed ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return (hashed ^ (hashed >>> 15)) >>> 0;
}
