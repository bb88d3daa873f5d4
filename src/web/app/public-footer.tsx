import { Link } from 'wouter';
import { paths } from '#contract/pages.ts';
import { useBand } from '#web/band/use-band.ts';

/** Social links, the static pages, and whose site this is not. */
export function PublicFooter() {
  const band = useBand();
  return (
    <footer className="flex flex-wrap items-start justify-between gap-x-12 gap-y-6 border-rail border-t py-8 text-dim text-sm">
      <p className="max-w-md min-h-10">
        {band &&
          `${band.productName} is an independent fan site. It is not affiliated with ${band.bandName}.`}
      </p>
      <nav aria-label="Footer" className="flex flex-wrap gap-x-6">
        <Link href={paths.about()} className={LINK}>
          About
        </Link>
        <Link href={paths.contact()} className={LINK}>
          Contact
        </Link>
        {band?.socialLinks.map(({ network, label, url }) => (
          <a key={url} href={url} target="_blank" rel="noreferrer" title={label} className={LINK}>
            {network}
          </a>
        ))}
      </nav>
    </footer>
  );
}

const LINK = 'inline-flex min-h-11 items-center underline-offset-4 hover:text-text hover:underline';
