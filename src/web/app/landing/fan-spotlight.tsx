import { ArrowUpRight } from 'lucide-react';
import type { Band } from '#contract/band.ts';

/** What other fans make, on their own sites. */
export function FanSpotlight({ entries }: { entries: Band['fanSpotlight'] }) {
  return (
    <section aria-labelledby="fan-spotlight" className="grid gap-6">
      <h2 id="fan-spotlight" className="poster text-poster-lg">
        Fan Spotlight
      </h2>
      <ul className="grid">
        {entries.map(({ title, text, label, url }) => (
          <li
            key={url}
            className="grid gap-x-10 gap-y-2 border-rail border-t py-6 md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)_13rem] md:items-baseline"
          >
            <h3 className="poster text-poster-md">{title}</h3>
            <p className="max-w-xl text-dim">{text}</p>
            <a
              href={url}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-11 items-center gap-1.5 font-semibold underline md:justify-self-end decoration-edge underline-offset-4 hover:decoration-current"
            >
              {label}
              <ArrowUpRight aria-hidden className="size-4" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
