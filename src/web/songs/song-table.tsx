import { memo } from 'react';
import { RARITY_LABELS, type Song } from '#contract/songs.ts';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/class-names.ts';
import { Pencil } from '#web/ui/icons.ts';
import { JUMP_TARGET } from '#web/ui/list/jump-bar.tsx';
import { Table, Td, Th } from '#web/ui/list/table.tsx';
import { buildGroupId, type SongGroup } from './group-songs.ts';

type SongTableProps = {
  groups: readonly SongGroup[];
  onEdit: (song: Song) => void;
};

/** On the narrowest phones, plays move below the title, because long words would break. */
export function SongTable({ groups, onEdit }: SongTableProps) {
  return (
    <Table label="Songs" className="rounded-panel border border-rail bg-stage">
      <thead>
        <tr>
          <Th>Title</Th>
          <Th className="max-md:hidden">Album</Th>
          <Th className="max-md:hidden">Rarity</Th>
          <Th numeric className={NOT_NARROWEST}>
            <span className="max-sm:hidden">Times </span>Played
          </Th>
          <Th className="w-px">
            <span className="max-sm:sr-only">Actions</span>
          </Th>
        </tr>
      </thead>
      {groups.map(({ title, items }) => (
        <tbody key={title} id={buildGroupId(title)} className="scroll-mt-25 md:scroll-mt-11">
          {title && (
            <tr>
              <th
                {...JUMP_TARGET}
                colSpan={5}
                scope="rowgroup"
                tabIndex={-1}
                className="poster border-rail/60 border-b px-4.5 pt-4 pb-1.5 text-dim text-poster-sm outline-none"
              >
                {title}
              </th>
            </tr>
          )}
          {items.map((song) => (
            <Row key={song.id} song={song} onEdit={onEdit} />
          ))}
        </tbody>
      ))}
    </Table>
  );
}

const NOT_NARROWEST = 'max-[23.4rem]:hidden';

const Row = memo(function Row({ song, onEdit }: RowProps) {
  const { title, album, rarity, timesPlayed } = song;
  return (
    <tr>
      <Td className="wrap-anywhere">
        <span className="font-semibold">{title}</span>
        <span className="block text-dim text-xs md:hidden">
          {[album, RARITY_LABELS[rarity]].filter(Boolean).join(' · ')}
          <span className="min-[23.4rem]:hidden"> · {timesPlayed} played</span>
        </span>
      </Td>
      <Td className="max-md:hidden">{album ?? '—'}</Td>
      <Td className="max-md:hidden">{RARITY_LABELS[rarity]}</Td>
      <Td numeric className={classes('poster text-poster-sm', NOT_NARROWEST)}>
        {timesPlayed}
      </Td>
      <Td className="max-sm:pl-0">
        <span className="flex justify-end">
          <Button
            size="icon"
            variant="ghost"
            aria-label={`Edit ${title}`}
            onClick={() => onEdit(song)}
          >
            <Pencil aria-hidden />
          </Button>
        </span>
      </Td>
    </tr>
  );
}, hasSameSong);

type RowProps = { song: Song; onEdit: (song: Song) => void };

/** Ignores the handler, because it only passes the song on. */
function hasSameSong(previous: RowProps, next: RowProps): boolean {
  return previous.song === next.song;
}
