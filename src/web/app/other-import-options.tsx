import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { paths } from '#contract/pages.ts';

export function OtherImportOptions() {
  return (
    <ul className="grid gap-6">
      <Option title="By hand">
        <p>
          Enter a few shows and songs in the{' '}
          <Link href={paths.admin({ tab: 'shows' })} className={LINK}>
            Shows
          </Link>{' '}
          and{' '}
          <Link href={paths.admin({ tab: 'songs' })} className={LINK}>
            Songs
          </Link>{' '}
          tabs.
        </p>
      </Option>
      <Option title="From a spreadsheet">
        <p>
          Choose “Spreadsheets (CSV)” as the source above, and download the empty tables to fill in.
        </p>
      </Option>
    </ul>
  );
}

const LINK =
  'inline-flex min-h-11 items-center font-semibold text-text underline decoration-edge underline-offset-4 hover:decoration-current';

function Option({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li className="grid gap-2 border-rail border-t pt-4 text-dim">
      <h2 className="font-semibold text-text">{title}</h2>
      {children}
    </li>
  );
}
