import { ArrowDown } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Post } from '#contract/forums.ts';
import { Button } from '#web/ui/button.tsx';
import { arrivalText } from './arrivals.ts';

type ArrivalNoteProps = {
  arrived: readonly Post[];
  /** New replies have begun a page after this one. */
  isContinued: boolean;
};

/**
 * Stands below the posts. Reads out what arrived, and offers the way down while it is out of sight:
 * the page itself stays where its reader is.
 */
export function ArrivalNote({ arrived, isContinued }: ArrivalNoteProps) {
  const end = useRef<HTMLDivElement>(null);
  const [isEndSeen, setEndSeen] = useState(true);
  const [seen, setSeen] = useState(0);
  if (isEndSeen && seen !== arrived.length) setSeen(arrived.length);
  useEffect(() => {
    if (!end.current) return;
    const observer = new IntersectionObserver(([entry]) => setEndSeen(!!entry?.isIntersecting));
    observer.observe(end.current);
    return () => observer.disconnect();
  }, []);
  const unseen = isEndSeen ? 0 : arrived.length - seen;
  return (
    <>
      <p role="status" className={isContinued ? 'pt-4 font-medium' : 'sr-only'}>
        {isContinued ? 'New replies on the next page' : arrivalText(arrived)}
      </p>
      {unseen > 0 && (
        <div className="sticky bottom-4 z-20 flex justify-center pt-3">
          <Button
            variant="lamp"
            className="shadow-raised"
            onClick={() => end.current?.scrollIntoView({ block: 'end' })}
          >
            <ArrowDown aria-hidden />
            {unseen === 1 ? '1 new reply' : `${unseen} new replies`}
          </Button>
        </div>
      )}
      <div ref={end} aria-hidden className="h-px" />
    </>
  );
}
