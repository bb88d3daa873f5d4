import { useState } from 'react';
import type { Band } from '#contract/band.ts';
import { linkPaths } from '#contract/link-pages.ts';
import { WIDGET_FILE, WIDGET_SHOWS, type WidgetShow } from '#contract/widget.ts';
import { Button } from '#web/ui/button.tsx';
import { FoldingPanel } from '#web/ui/folding-panel.tsx';
import { CopyField } from '#web/ui/form/copy-field.tsx';
import { SelectField } from '#web/ui/form/select-field.tsx';

const SHOW_LABELS: Record<WidgetShow, string> = {
  next: 'Next show, with a countdown',
  live: 'Live setlist',
  last: 'Last show, with its final board',
};

/** In pixels, enough for a typical show. */
const FRAME_HEIGHTS: Record<WidgetShow, number> = { next: 260, live: 620, last: 860 };

export function EmbedPanel({ band }: { band: Band }) {
  const [show, setShow] = useState<WidgetShow>('next');
  const { origin } = location;
  const page = linkPaths.embed({ show });
  const title = band.productName.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return (
    <FoldingPanel id="embed" title="Embed">
      <div className="grid gap-4 px-4.5 pb-4.5">
        <p className="text-dim">
          Show {band.productName} on the band's own site or on a fan page. Paste the code where it
          should appear.
        </p>
        <SelectField
          label="Show"
          value={show}
          options={WIDGET_SHOWS.map((value) => ({ value, label: SHOW_LABELS[value] }))}
          onChange={({ target }) => setShow(target.value as WidgetShow)}
        />
        <CopyField
          label="Code for the page"
          what="code"
          text={`<script async src="${origin}${WIDGET_FILE}" data-show="${show}"></script>`}
        >
          <Button asChild variant="ghost">
            <a href={page} target="_blank" rel="noreferrer">
              Preview
            </a>
          </Button>
        </CopyField>
        <p className="text-dim">If the other site doesn't allow scripts, use a frame.</p>
        <CopyField
          label="Code for a frame"
          what="code"
          text={`<iframe src="${origin}${page}" title="${title}" width="100%" height="${FRAME_HEIGHTS[show]}" frameborder="0" loading="lazy"></iframe>`}
        />
      </div>
    </FoldingPanel>
  );
}
