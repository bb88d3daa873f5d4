import { useEffect, useRef } from 'react';
import { Button } from '#web/ui/button.tsx';
import { ChevronLeft } from '#web/ui/icons.ts';

type StageHeaderProps = { title: string; onBack: () => void };

/** Takes the focus, because the button that opened the stage is unmounted. */
export function StageHeader({ title, onBack }: StageHeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <div className="-ml-3 flex items-center gap-1">
      <Button variant="ghost" size="icon" aria-label="Back" onClick={onBack}>
        <ChevronLeft aria-hidden />
      </Button>
      <h3 ref={heading} tabIndex={-1} className="wrap-anywhere min-w-0 font-semibold outline-none">
        {title}
      </h3>
    </div>
  );
}
