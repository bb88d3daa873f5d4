import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getShowSources, type ShowSource, sourceName } from '#contract/imports.ts';
import type { SongHistory } from '#contract/songs.ts';
import { queryFor } from '#web/http/query-for.ts';
import { classes } from '#web/ui/class-names.ts';
import { ExternalLink } from '#web/ui/icons.ts';

type SetlistSourceProps = { showId: string; className?: string };

/** The archives require a link to the setlist. */
export function SetlistSource({ showId, className }: SetlistSourceProps) {
  const { data = [] } = useQuery(queryFor(getShowSources, { params: { id: showId } }));
  const sources = data.filter(
    ({ source, notes, soundcheck, support }) =>
      sourceName(source) ?? notes ?? soundcheck ?? support,
  );
  if (sources.length === 0) return null;
  return (
    <section aria-label="About this setlist" className={classes('grid gap-4 text-sm', className)}>
      {sources.map((source) => (
        <Source key={source.source} {...source} />
      ))}
    </section>
  );
}

function Source({ source, url, notes, soundcheck, support }: ShowSource) {
  const name = sourceName(source);
  const details = [
    { label: 'Support', text: support },
    { label: 'Soundcheck', text: soundcheck },
    { label: 'Notes', text: notes },
  ].filter(({ text }) => text !== null);
  return (
    <div className="grid gap-3">
      {details.length > 0 && (
        <dl className="grid gap-2 wrap-anywhere">
          {details.map(({ label, text }) => (
            <div key={label}>
              <dt className="font-semibold">{label}</dt>
              <dd className="whitespace-pre-line text-dim">{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {name && (
        <p className="text-dim">
          <ArchiveLink url={url}>Setlist from {name}</ArchiveLink>
        </p>
      )}
    </div>
  );
}

export function SetlistArchives({ archives }: Pick<SongHistory, 'archives'>) {
  if (archives.length === 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-2.5 text-dim text-sm">
      Setlists from{' '}
      {archives.map(({ name, url }) => (
        <ArchiveLink key={name} url={url}>
          {name}
        </ArchiveLink>
      ))}
    </p>
  );
}

function ArchiveLink({ url, children }: { url: string | null; children: ReactNode }) {
  if (!url) return <span>{children}</span>;
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex min-h-11 items-center gap-2 font-semibold underline underline-offset-4"
    >
      <span>{children}</span>
      <ExternalLink aria-hidden className="size-4" />
    </a>
  );
}
