import { Link } from 'wouter';
import { paths } from '#contract/pages.ts';
import type { SongShow } from '#contract/songs.ts';
import { placeOf } from '#web/show-display/shown-show.ts';
import { shortDate } from '#web/time/venue-time.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { ordinal } from './ordinal.ts';

/** The shows at which a song was last played, each leading to its setlist. */
export function LastShows({ shows }: { shows: readonly SongShow[] }) {
  return (
    <Panel title="Last Shows">
      <ol className="pb-1">
        {shows.map((show) => (
          <li key={show.id} className="border-rail/60 border-t">
            <Link
              href={paths.liveSetlist({ show: show.id })}
              className="flex min-h-14 items-center gap-4 px-4.5 py-2.5 -outline-offset-2 hover:bg-text/5"
            >
              <span className="min-w-0 flex-1">
                <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
                  <span className="min-w-0 font-semibold">{show.name}</span>
                  {show.isOpener && <Badge tone="special">Opener</Badge>}
                  {show.isCloser && <Badge tone="special">Closer</Badge>}
                </span>
                <span className="block text-dim text-sm">
                  {placeOf(show)} · {shortDate(show.date, show.timeZone)}
                </span>
              </span>
              <span className="poster shrink-0 text-poster-sm">
                {show.positions.map(ordinal).join(', ')}
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
