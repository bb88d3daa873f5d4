import { memo } from 'react';
import type { Song } from '#contract/songs.ts';
import { useBand } from '#web/band/use-band.ts';
import { shortDate } from '#web/time/venue-time.ts';
import { Badge } from '#web/ui/badge.tsx';
import { SortHeader } from '#web/ui/sort-header.tsx';
import { Table, Td, Th } from '#web/ui/table.tsx';
import type { SongFilters, SongSort } from './find-songs.ts';
import { RARITY_LABELS } from './rarity-labels.ts';
import { SongLink } from './song-link.tsx';

type CatalogueTableProps = {
  songs: readonly Song[];
  filters: SongFilters;
  onSort: (sort: SongSort) => void;
};

/** On phones album, rarity and last play stand below the title, so that nothing scrolls sideways. */
export function CatalogueTable({ songs, filters, onSort }: CatalogueTableProps) {
  const timeZone = useBand()?.timeZone ?? 'UTC';
  const sortOf = (sort: SongSort) => ({
    direction: sort === filters.sort ? filters.direction : null,
    onSort: () => onSort(sort),
  });
  return (
    <Table label="Songs" className="rounded-panel border border-rail bg-stage">
      <thead>
        <tr>
          <SortHeader {...sortOf('title')}>Title</SortHeader>
          <Th className="max-md:hidden">Album</Th>
          <Th className="max-md:hidden">Rarity</Th>
          <SortHeader numeric {...sortOf('timesPlayed')}>
            <span>
              <span className="max-sm:sr-only">Times </span>played
            </span>
          </SortHeader>
          <SortHeader numeric className="max-md:hidden" {...sortOf('lastPlayed')}>
            Last played
          </SortHeader>
        </tr>
      </thead>
      <tbody>
        {songs.map((song) => (
          <Row key={song.id} song={song} timeZone={timeZone} />
        ))}
      </tbody>
    </Table>
  );
}

const Row = memo(function Row({ song, timeZone }: { song: Song; timeZone: string }) {
  const { album, rarity, timesPlayed, lastPlayed } = song;
  const last = lastPlayed ? shortDate(lastPlayed, timeZone) : 'Never';
  const badge = <Badge>{RARITY_LABELS[rarity]}</Badge>;
  return (
    <tr>
      <Td className="wrap-anywhere">
        <SongLink song={song} />
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 pb-1 text-dim text-xs md:hidden">
          {badge}
          {album && <span>{album}</span>}
          <span>Last played: {last}</span>
        </span>
      </Td>
      <Td className="text-dim max-md:hidden">{album ?? '—'}</Td>
      <Td className="max-md:hidden">{badge}</Td>
      <Td numeric className="poster text-poster-sm max-md:align-top">
        <span className="max-md:block max-md:pt-2.5">{timesPlayed}</span>
      </Td>
      <Td numeric className="whitespace-nowrap text-dim max-md:hidden">
        {last}
      </Td>
    </tr>
  );
});
