import { useEffect, useId, useRef, useState } from 'react';
import { ChevronDown } from '#web/ui/icons.ts';
import { classes } from './class-names.ts';
import { PANEL, type PanelProps } from './panel.tsx';
import { useWideScreen } from './use-wide-screen.ts';

type FoldingPanelProps = Omit<PanelProps, 'as'> & {
  /** Also a URL fragment: '#audit' opens the panel. */
  id: string;
};

export function FoldingPanel({ id, title, aside, className, children }: FoldingPanelProps) {
  const titleId = useId();
  const isWide = useWideScreen();
  const [isOpen, setIsOpen] = useState<boolean>();
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    const open = () => {
      if (location.hash !== `#${id}`) return;
      setIsOpen(true);
      section.current?.scrollIntoView();
    };
    open();
    addEventListener('hashchange', open);
    return () => removeEventListener('hashchange', open);
  }, [id]);
  return (
    <section ref={section} id={id} aria-labelledby={titleId} className={classes(PANEL, className)}>
      <details
        className="group"
        open={isOpen ?? isWide}
        onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      >
        <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-4 px-4.5 pt-5 pb-3.5 focus-visible:-outline-offset-2 [&::-webkit-details-marker]:hidden">
          <h2 id={titleId} className="poster text-poster-md">
            {title}
          </h2>
          <ChevronDown aria-hidden className="size-5 shrink-0 text-dim group-open:rotate-180" />
        </summary>
        {aside && <div className="px-4.5 pb-3.5">{aside}</div>}
        {children}
      </details>
    </section>
  );
}
