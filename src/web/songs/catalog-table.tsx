import { memo } from 'react';
import type { Song } from '#contract/songs.ts';
import { useBand } from '#web/band/use-band.ts';
import { shortDate } from '#web/time/venue-time.ts';
import { classes } from '#web/ui/class-names.ts';
import { JUMP_TARGET } from '#web/ui/list/jump-bar.tsx';
import { SortHeader } from '#web/ui/list/sort-header.tsx';
import { TABLE_ROLES, Th } from '#web/ui/list/table.tsx';
import type { SongFilters, SongSort } from './find-songs.ts';
import { buildGroupId, type SongGroup } from './group-songs.ts';
import { RarityBadge } from './rarity-badge.tsx';
import { SongLink } from './song-link.tsx';

type CatalogTableProps = {
  groups: readonly SongGroup[];
  filters: SongFilters;
  onSort: (sort: SongSort) => void;
};

/** Rows are grids, for `content-visibility`. All of them stay in the document for find-in-page. */
export const CatalogTable = memo(function CatalogTable(props: CatalogTableProps) {
  const { groups, filters, onSort } = props;
  const timeZone = useBand()?.timeZone ?? 'UTC';
  const sortProps = (sort: SongSort) => ({
    direction: sort === filters.sort ? filters.direction : null,
    onSort: () => onSort(sort),
  });
  return (
    <table
      {...TABLE_ROLES.table}
      aria-label="Songs"
      className="relative block rounded-panel border border-rail bg-stage text-left"
    >
      <thead {...TABLE_ROLES.rowgroup} className="block max-md:hidden">
        <tr {...TABLE_ROLES.row} className={classes(COLUMNS, 'items-end')}>
          <SortHeader {...sortProps('title')}>Title</SortHeader>
          <Th className={PLAIN_HEADER}>Album</Th>
          <Th className={PLAIN_HEADER}>Rarity</Th>
          <SortHeader numeric {...sortProps('timesPlayed')}>
            Plays
          </SortHeader>
          <SortHeader numeric className="max-md:hidden" {...sortProps('lastPlayed')}>
            Last played
          </SortHeader>
        </tr>
      </thead>
      {groups.map(({ title, items }) => (
        <tbody
          {...TABLE_ROLES.rowgroup}
          key={title}
          id={buildGroupId(title)}
          className="block scroll-mt-25 md:scroll-mt-11"
        >
          {title && (
            <tr {...TABLE_ROLES.row} className="block border-rail/60 border-b">
              <th
                {...TABLE_ROLES.rowheader}
                {...JUMP_TARGET}
                scope="rowgroup"
                tabIndex={-1}
                className="poster block px-4.5 pt-4 pb-1.5 text-dim text-poster-sm outline-none max-md:pt-2 max-md:pb-0.5"
              >
                {title}
              </th>
            </tr>
          )}
          {items.map((song) => (
            <Row key={song.id} song={song} timeZone={timeZone} />
          ))}
        </tbody>
      ))}
    </table>
  );
});

const COLUMNS =
  'grid grid-cols-[minmax(0,1fr)_8.25rem] sm:grid-cols-[minmax(0,1fr)_9.5rem] md:grid-cols-[minmax(0,2fr)_minmax(0,1.3fr)_8rem_9.5rem_9.5rem]';

const PLAIN_HEADER = 'md:grid md:content-center max-md:hidden';

const CELL = 'min-w-0 px-3 py-2 first:pl-4.5 last:pr-4.5';

const Row = memo(function Row({ song, timeZone }: { song: Song; timeZone: string }) {
  const { album, rarity, timesPlayed, lastPlayed } = song;
  const lastPlayedDay = lastPlayed ? shortDate(lastPlayed, timeZone) : 'Never';
  return (
    <tr
      {...TABLE_ROLES.row}
      className={classes(
        COLUMNS,
        'min-h-12 items-center border-rail/60 border-b [contain-intrinsic-size:auto_3rem] [content-visibility:auto] last:border-b-0 max-md:[contain-intrinsic-size:auto_4rem]',
      )}
    >
      <td {...TABLE_ROLES.cell} className={classes(CELL, 'wrap-anywhere')}>
        <SongLink song={song} />
        <span className="-mt-2.5 block pb-1 text-dim text-xs md:hidden">
          {album && `${album} · `}
          <span className="whitespace-nowrap">Last played: {lastPlayedDay}</span>
        </span>
      </td>
      <td {...TABLE_ROLES.cell} className={classes(CELL, 'text-dim max-md:hidden')}>
        {album ?? '—'}
      </td>
      <td {...TABLE_ROLES.cell} className={classes(CELL, 'max-md:hidden')}>
        <RarityBadge rarity={rarity} />
      </td>
      <td {...TABLE_ROLES.cell} className={classes(CELL, 'text-right')}>
        <span className="poster text-poster-sm">{timesPlayed}</span>
        <span className="text-dim text-xs md:hidden"> {timesPlayed === 1 ? 'play' : 'plays'}</span>
        <span className="block pt-0.5 md:hidden">
          <RarityBadge rarity={rarity} />
        </span>
      </td>
      <td
        {...TABLE_ROLES.cell}
        className={classes(
          CELL,
          'whitespace-nowrap text-right text-dim tabular-nums max-md:hidden',
        )}
      >
        {lastPlayedDay}
      </td>
    </tr>
  );
});
