import { ArrowDown } from '#web/ui/icons.ts';

type NewestSongProps = {
  title: string;
  number: number;
  isWide: boolean;
  isInView: boolean;
  onClick: () => void;
};

/** Positioned outside the bar's layout, so that the bar doesn't move when it appears. */
export function NewestSong({ title, number, isWide, isInView, onClick }: NewestSongProps) {
  const lead = (
    <span className="flex shrink-0 items-center gap-1.5 font-semibold text-lamp text-sm">
      To song {number}
      <ArrowDown aria-hidden className="size-4.5" />
    </span>
  );
  if (!isWide)
    return (
      <button
        type="button"
        onClick={onClick}
        className="absolute inset-x-0 bottom-full flex min-h-11 items-center justify-between gap-4 border-rail border-t bg-stage px-4.5 text-left focus-visible:-outline-offset-2 sm:px-8"
      >
        <span className="poster min-w-0 truncate py-1 text-poster-sm">{title}</span>
        {lead}
      </button>
    );
  return (
    <div className="absolute top-3 right-11 left-[45%] flex items-center justify-between gap-6">
      <p className="min-w-0">
        <span className="label block text-dim">Song {number}</span>
        <span className="poster mt-1 block truncate pb-1 text-[2.125rem] leading-none">
          {title}
        </span>
      </p>
      {!isInView && (
        <button type="button" onClick={onClick} className="min-h-11 rounded-md">
          {lead}
        </button>
      )}
    </div>
  );
}
