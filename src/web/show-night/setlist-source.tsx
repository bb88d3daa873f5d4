import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { getShowSources, type ShowSource, sourceName } from '#contract/imports.ts';
import { queryFor } from '#web/http/query-for.ts';

/** Where a setlist came from, with the link that its archive wants, and what else is told there. */
export function SetlistSource({ showId }: { showId: string }) {
  const { data = [] } = useQuery(queryFor(getShowSources, { params: { id: showId } }));
  const told = data.filter(
    ({ source, notes, soundcheck, support }) =>
      sourceName(source) ?? notes ?? soundcheck ?? support,
  );
  if (told.length === 0) return null;
  return (
    <section aria-label="About this setlist" className="mt-6 grid gap-4 text-sm">
      {told.map((one) => (
        <Source key={one.source} {...one} />
      ))}
    </section>
  );
}

function Source({ source, url, notes, soundcheck, support }: ShowSource) {
  const name = sourceName(source);
  const facts = [
    { what: 'Support', text: support },
    { what: 'Soundcheck', text: soundcheck },
    { what: 'Notes', text: notes },
  ].filter(({ text }) => text !== null);
  return (
    <div className="grid gap-3">
      {facts.length > 0 && (
        <dl className="grid gap-2 wrap-anywhere">
          {facts.map(({ what, text }) => (
            <div key={what}>
              <dt className="font-semibold">{what}</dt>
              <dd className="whitespace-pre-line text-dim">{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {name && (
        <p className="text-dim">
          {url ? (
            <a
              href={url}
              target="_blank"
              rel="noopener noreferrer"
              className="inline-flex min-h-11 items-center gap-2 font-semibold underline underline-offset-4"
            >
              Setlist from {name}
              <ExternalLink aria-hidden className="size-4" />
            </a>
          ) : (
            <>Setlist from {name}</>
          )}
        </p>
      )}
    </div>
  );
}
