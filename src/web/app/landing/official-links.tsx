import { ArrowUpRight } from 'lucide-react';
import type { Band } from '#contract/band.ts';

export function OfficialLinks({ band }: { band: Band }) {
  return (
    <section aria-labelledby="official-links" className="grid gap-5">
      <h2 id="official-links" className="poster text-poster-lg">
        Straight from the band
      </h2>
      <ul className="flex flex-wrap gap-x-8 gap-y-1">
        {band.officialLinks.map(({ label, url }) => (
          <li key={url}>
            <a
              href={url}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-11 items-center gap-1.5 font-semibold underline decoration-edge underline-offset-4 hover:decoration-current"
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
