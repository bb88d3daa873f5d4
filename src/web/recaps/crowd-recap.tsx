import { MIN_CROWD } from '#contract/crowd.ts';
import type { CalledSong, ShowRecap } from '#contract/recaps.ts';
import { EXCLUDED_SHEETS_NOTE } from '#web/crowd/excluded-sheets-note.ts';
import { Panel } from '#web/ui/panel.tsx';
import { Callers } from './callers.tsx';

type CrowdRecapProps = { recap: Pick<ShowRecap, 'crowd' | 'bestCall'> };

export function CrowdRecap({ recap: { crowd, bestCall } }: CrowdRecapProps) {
  if (!crowd)
    return (
      <Panel title="The crowd">
        <p className="px-4.5 pb-4.5 text-dim">
          Crowd statistics need at least {MIN_CROWD} predictions. {EXCLUDED_SHEETS_NOTE}
        </p>
      </Panel>
    );
  const { sheets, played, known, got, missed, rarestCalls, uncalled } = crowd;
  return (
    <>
      {bestCall && (
        <Panel title="Call of the night">
          <div className="grid gap-1 px-4.5 pb-4.5">
            <p className="poster wrap-anywhere text-poster-lg">
              <bdi>{bestCall.title}</bdi>
            </p>
            <p className="wrap-anywhere text-dim">
              {bestCall.calls.toLocaleString('en-US')} of {sheets.toLocaleString('en-US')} called it
              <Callers names={bestCall.callers} calls={bestCall.calls} />
            </p>
          </div>
        </Panel>
      )}
      <Panel title={`The crowd knew ${known} of ${played}`}>
        <div className="grid gap-5 px-4.5 pb-4.5">
          <Songs title="Got" songs={got} sheets={sheets} />
          <Songs title="Missed: not played" songs={missed} sheets={sheets} />
          <Songs title="Rarest correct calls" songs={rarestCalls} sheets={sheets} />
          {uncalled.length > 0 && (
            <p className="wrap-anywhere text-dim">
              None of the counted sheets has{' '}
              <bdi>{new Intl.ListFormat('en-US', { type: 'disjunction' }).format(uncalled)}</bdi>.
            </p>
          )}
          <p className="text-dim text-sm">{EXCLUDED_SHEETS_NOTE}</p>
        </div>
      </Panel>
    </>
  );
}

type SongsProps = { title: string; songs: readonly CalledSong[]; sheets: number };

function Songs({ title, songs, sheets }: SongsProps) {
  if (songs.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="pb-1 font-semibold text-dim text-sm">{title}</h3>
      <ol>
        {songs.map(({ songId, title, calls }) => (
          <li
            key={songId}
            className="wrap-anywhere flex flex-wrap justify-between gap-x-4 border-rail/60 border-b py-1.5 last:border-b-0"
          >
            <bdi className="font-semibold">{title}</bdi>
            <span className="text-dim tabular-nums">
              {calls.toLocaleString('en-US')} of {sheets.toLocaleString('en-US')}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
