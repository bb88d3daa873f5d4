import { Button } from '#web/ui/button.tsx';

type DraftOfferProps = { count: number; onTake: () => void; onDiscard: () => void };

/** A draft from before the prediction was made or changed elsewhere: to be taken, or thrown away. */
export function DraftOffer({ count, onTake, onDiscard }: DraftOfferProps) {
  return (
    <section
      aria-label="Unsent draft"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-panel border border-edge px-5 py-4"
    >
      <p className="min-w-0 flex-1 basis-52">
        On this device there is an unsent draft of {count} {count === 1 ? 'song' : 'songs'} for this
        show. Below is what you submitted since.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onTake}>Use the draft</Button>
        <Button variant="ghost" onClick={onDiscard}>
          Discard it
        </Button>
      </div>
    </section>
  );
}
