import { Link } from 'wouter';
import { paths } from '#contract/pages.ts';
import { classes } from '#web/ui/class-names.ts';
import { LongName } from '#web/ui/list/long-name.tsx';

type SongLinkProps = {
  song: { id: string; title: string };
  /** Makes the whole row clickable. The row must be `relative`. */
  coversRow?: boolean | undefined;
};

export function SongLink({ song, coversRow }: SongLinkProps) {
  return (
    <Link
      href={paths.song({ id: song.id })}
      className={classes(
        'font-semibold underline-offset-4 hover:underline',
        coversRow
          ? 'after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus'
          : 'flex min-h-11 items-center rounded-md py-2.5 md:-my-2 md:py-0',
      )}
    >
      <LongName name={song.title} />
    </Link>
  );
}
