import { type ReactNode, useId } from 'react';
import { classes } from './class-names.ts';

export type PanelProps = {
  title: ReactNode;
  as?: 'h2' | 'h3' | undefined;
  aside?: ReactNode;
  className?: string | undefined;
  /** Lists and tables reach the panel's edges. Wrap other content in `px-4.5 pb-4.5`. */
  children: ReactNode;
};

export function Panel({ title, as: Title = 'h2', aside, className, children }: PanelProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes(PANEL, className)}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 px-4.5 pt-5 pb-3.5">
        <Title id={id} className="poster text-poster-md">
          {title}
        </Title>
        {aside}
      </div>
      {children}
    </section>
  );
}

export const PANEL = 'min-w-0 overflow-hidden rounded-panel border border-rail bg-stage';
