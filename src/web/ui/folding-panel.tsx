import { useEffect, useId, useRef, useState } from 'react';
import { ChevronDown } from '#web/ui/icons.ts';
import { classes } from './class-names.ts';
import { PANEL, type PanelProps } from './panel.tsx';
import { useWideScreen } from './use-wide-screen.ts';

type FoldingPanelProps = Omit<PanelProps, 'as'> & {
  /** Also the URL fragment that opens the panel, such as '#audit'. */
  id: string;
};

export function FoldingPanel({ id, title, aside, className, children }: FoldingPanelProps) {
  const [titleId, contentId] = [useId(), useId()];
  const isWide = useWideScreen();
  const [choice, setChoice] = useState<boolean>();
  const isOpen = choice ?? isWide;
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    const open = () => {
      if (location.hash !== `#${id}`) return;
      setChoice(true);
      section.current?.scrollIntoView();
    };
    open();
    addEventListener('hashchange', open);
    return () => removeEventListener('hashchange', open);
  }, [id]);
  return (
    <section
      ref={section}
      id={id}
      aria-labelledby={titleId}
      className={classes(PANEL, 'scroll-mt-17 md:scroll-mt-3', className)}
    >
      <h2 id={titleId} className="poster text-poster-md">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={contentId}
          onClick={() => setChoice(!isOpen)}
          className="flex min-h-11 w-full items-center justify-between gap-4 px-4.5 pt-5 pb-3.5 text-left focus-visible:-outline-offset-2"
        >
          {title}
          <ChevronDown
            aria-hidden
            className={classes(
              'size-5 shrink-0 text-dim',
              choice === undefined ? 'lg:rotate-180' : choice && 'rotate-180',
            )}
          />
        </button>
      </h2>
      {/* Folded by the style sheet at first, because the server doesn't know the width. */}
      <div
        id={contentId}
        hidden={choice === false}
        className={classes(choice === undefined && 'max-lg:hidden')}
      >
        {aside && <div className="px-4.5 pb-3.5">{aside}</div>}
        {children}
      </div>
    </section>
  );
}
