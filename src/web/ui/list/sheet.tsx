import type { ComponentProps, ReactNode } from 'react';
import { classes } from '../class-names.ts';

type SheetProps = ComponentProps<'section'> & {
  taped?: boolean | undefined;
  /** Use 'article' for a sheet in a list, because a labeled section is a landmark. */
  as?: 'section' | 'article' | undefined;
};

/** Use ink colors on it, and leave 12 px above it for the tape. */
export function Sheet({ taped = true, as: Part = 'section', className, ...part }: SheetProps) {
  return <Part {...part} className={classes('sheet', taped && 'sheet-taped', className)} />;
}

type SheetHeaderProps = {
  title: ReactNode;
  subtitle?: ReactNode;
  aside?: ReactNode;
  corner?: ReactNode;
  as?: 'h1' | 'h2' | 'h3' | undefined;
  id?: string | undefined;
  isCompact?: boolean | undefined;
};

export function SheetHeader(props: SheetHeaderProps) {
  const { title, subtitle, aside, corner, as: Title = 'h2', id, isCompact = false } = props;
  return (
    <div
      className={classes(
        'flex flex-wrap items-end justify-between gap-x-4 gap-y-2 border-ink border-b-2 px-4.5 sm:px-6',
        isCompact ? 'pt-6 pb-2' : 'pt-7.5 pb-3.5',
      )}
    >
      {/* `min-w-min` wraps the aside rather than breaking a word of the title. */}
      <div className="min-w-min max-w-full flex-1">
        <div className="flex flex-wrap-reverse items-end justify-end gap-x-4 gap-y-2">
          <Title
            id={id}
            className={classes(
              'poster min-w-min max-w-full flex-1 font-black',
              isCompact ? 'text-poster-md' : 'text-4xl sm:text-poster-lg',
            )}
          >
            {title}
          </Title>
          {corner && <div className="text-right">{corner}</div>}
        </div>
        {subtitle && <div className="mt-2 text-ink-dim text-sm">{subtitle}</div>}
      </div>
      {aside && <div className="ml-auto shrink-0 text-right">{aside}</div>}
    </div>
  );
}

type SheetRowProps = Omit<ComponentProps<'li'>, 'title'> & {
  number: ReactNode;
  title: ReactNode;
  note?: ReactNode;
  aside?: ReactNode;
  tone?: keyof typeof TONES | undefined;
  isNew?: boolean | undefined;
};

export function SheetRow({
  number,
  title,
  note,
  aside,
  tone,
  isNew,
  className,
  ...item
}: SheetRowProps) {
  return (
    <li
      {...item}
      className={classes(
        'grid min-h-12 grid-cols-[2.125rem_minmax(0,1fr)_auto] items-center gap-x-3.5 border-rule border-b py-1 pr-4.5 pl-2 pointer-coarse:min-h-13 sm:pr-6 sm:pl-3',
        tone && TONES[tone],
        isNew && 'stamp-in',
        className,
      )}
    >
      <span className="poster whitespace-nowrap text-right font-bold text-poster-md text-(--row-mark,var(--ink-dim))">
        {number}
      </span>
      <span className="min-w-0">
        <span className="poster block font-bold text-poster-sm tracking-[0.01em]">{title}</span>
        {note && (
          <span className="mt-1 block text-(--row-mark,var(--ink-dim)) text-xs">{note}</span>
        )}
      </span>
      {aside && <span className="flex items-center gap-1">{aside}</span>}
    </li>
  );
}

const TONES = {
  now: '[--row-mark:var(--special)] bg-linear-to-r from-sheet-now to-special-fill',
  exact: '[--row-mark:var(--exact)] bg-exact-fill shadow-[inset_4px_0_var(--exact)]',
  elsewhere:
    '[--row-mark:var(--elsewhere)] bg-elsewhere-fill shadow-[inset_4px_0_var(--elsewhere)]',
  missed: '[--row-mark:var(--missed)] border-dashed border-missed text-missed',
};

type SheetMarkProps = { as?: 'h3' | 'li' | 'p' | undefined; children: ReactNode };

/** Prefer 'h3': screen readers count an 'li' as a song. */
export function SheetMark({ as: Mark = 'h3', children }: SheetMarkProps) {
  return (
    <Mark className="label border-rule border-b px-4.5 pt-3 pb-1.5 text-ink-dim sm:px-6">
      {children}
    </Mark>
  );
}

export function SheetFooter({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 px-4.5 py-4 text-sm max-sm:[&>button]:w-full sm:px-6">
      {children}
    </div>
  );
}
