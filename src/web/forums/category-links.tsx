import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { THREAD_CATEGORIES, type ThreadCategory } from '#contract/forums.ts';
import { paths } from '#contract/pages.ts';
import { classes } from '#web/ui/class-names.ts';

export function CategoryLinks({ selected }: { selected: ThreadCategory | undefined }) {
  const list = useRef<HTMLUListElement>(null);
  // `scrollIntoView` would scroll the page too.
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (selected && current) list.current?.scrollTo({ left: current.offsetLeft - EDGE_PX });
  }, [selected]);
  return (
    <nav aria-label="Categories" className="-mx-4 min-w-0 sm:mx-0">
      <ul
        ref={list}
        className="scroll-quiet relative flex gap-2 px-4 py-1 sm:flex-wrap sm:overflow-visible sm:px-0"
      >
        {[undefined, ...THREAD_CATEGORIES].map((category) => (
          <li key={category ?? 'all'}>
            <Link
              href={paths.forums({ category })}
              aria-current={category === selected ? 'true' : undefined}
              className={classes(
                'inline-flex min-h-11 items-center whitespace-nowrap rounded-full border px-4 font-semibold text-sm transition-colors duration-100',
                category === selected
                  ? 'border-text bg-text text-hall'
                  : 'border-edge text-text hover:bg-text/5',
              )}
            >
              {category ?? 'All'}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const EDGE_PX = 56;
