import { classes } from './class-names.ts';

type BrandMarkProps = { name: string; size?: keyof typeof SIZES | undefined };

export function BrandMark({ name, size = 'md' }: BrandMarkProps) {
  const lastSpace = name.lastIndexOf(' ');
  return (
    <span
      className={classes(
        'poster inline-block whitespace-nowrap font-black uppercase leading-none tracking-[0.01em]',
        SIZES[size],
      )}
    >
      {name.slice(0, lastSpace + 1)}
      <span className="text-lamp">{name.slice(lastSpace + 1)}</span>
    </span>
  );
}

const SIZES = {
  sm: 'text-2xl',
  md: 'text-[2.125rem]',
  lg: 'text-6xl',
  header: 'text-2xl sm:text-[2.125rem]',
};
