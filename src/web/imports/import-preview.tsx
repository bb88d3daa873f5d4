import type { ImportPreview } from '#contract/imports.ts';
import { longDate, timeWithZone } from '#web/time/venue-time.ts';
import { Button } from '#web/ui/button.tsx';

type PreviewPanelProps = {
  preview: ImportPreview;
  isBusy: boolean;
  onImport: () => void;
  onDiscard: () => void;
};

export function PreviewPanel({ preview, isBusy, onImport, onDiscard }: PreviewPanelProps) {
  const { lines, doubt, firstShows, isFirstPage } = preview;
  return (
    <section
      aria-label="Preview"
      className="grid gap-3 rounded-control border border-rail p-4 text-sm"
    >
      <h3 className="font-semibold text-base">Nothing is imported yet</h3>
      {isFirstPage && <p className="text-dim">This is the first page of the archive.</p>}
      <ul className="grid gap-1 wrap-anywhere">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {doubt && <p className="font-semibold text-danger">{doubt}</p>}
      {firstShows.length > 0 && (
        <>
          <p className="font-semibold">The first shows start at</p>
          <ul className="grid gap-1 wrap-anywhere">
            {firstShows.map(({ name, date, timeZone }) => (
              <li key={`${date} ${name}`}>
                {longDate(date, timeZone)}, {timeWithZone(date, timeZone)}: {name}
              </li>
            ))}
          </ul>
        </>
      )}
      <div className="flex flex-wrap gap-3 max-sm:*:flex-1">
        <Button variant="lamp" pending={isBusy} pendingText="Importing..." onClick={onImport}>
          Import
        </Button>
        <Button disabled={isBusy} onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </section>
  );
}
