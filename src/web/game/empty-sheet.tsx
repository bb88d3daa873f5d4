import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Before the first song. Where the last one was just removed, it takes the focus of its button. */
export function EmptySheet({ hadSongs }: { hadSongs: RefObject<boolean> }) {
  const here = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (hadSongs.current) here.current?.focus();
  }, [hadSongs]);

  return (
    <div ref={here} tabIndex={-1} className="grid gap-2 px-6 py-12 text-center outline-none">
      <p className="poster text-poster-md">No songs yet</p>
      <p className="text-balance text-ink-dim">
        The first song you add is your opener, the last one your closer.
      </p>
    </div>
  );
}
