import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import type { QueuedItem } from './queue.ts';

type TitledItem = QueuedItem & { title: string };

type NotYetSentProps<Item> = {
  items: readonly Item[];
  /** The verb of the retry button; null if the item can't be retried. */
  verbOf: (item: Item) => string | null;
  detailsOf: (item: Item) => ReactNode;
  onRetry: (item: Item) => void;
  onDrop: (item: Item) => void;
};

/** Items that wait already show in their list, so only refused ones get a row. */
export function NotYetSent<Item extends TitledItem>({
  items,
  verbOf,
  detailsOf,
  onRetry,
  onDrop,
}: NotYetSentProps<Item>) {
  const waiting = items.filter(({ refusal }) => !refusal);
  const refused = items.filter(({ refusal }) => refusal);
  return (
    <div>
      <p role="status" className="sr-only">
        {items.length > 0 && `Not yet sent: ${titlesOf(items)}`}
      </p>
      {items.length > 0 && (
        <Panel title="Not yet sent">
          {waiting.length > 0 && (
            <p className="line-clamp-3 px-4.5 pb-3.5 text-dim text-sm">
              <b>{titlesOf(waiting)}.</b> Saved on this device and sent in this order when you're
              back online.
            </p>
          )}
          <ol>
            {refused.map((item) => (
              <RefusedItem
                key={item.id}
                item={item}
                verb={verbOf(item)}
                details={detailsOf(item)}
                onRetry={() => onRetry(item)}
                onDrop={() => onDrop(item)}
              />
            ))}
          </ol>
        </Panel>
      )}
    </div>
  );
}

function titlesOf(items: readonly TitledItem[]): string {
  return items.map(({ title }) => title).join(', ');
}

type RefusedItemProps = {
  item: TitledItem;
  verb: string | null;
  details: ReactNode;
  onRetry: () => void;
  onDrop: () => void;
};

function RefusedItem({ item, verb, details, onRetry, onDrop }: RefusedItemProps) {
  const { title, refusal } = item;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-rail/60 border-t px-4.5 py-2">
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-semibold">{title}</p>
        <p className="text-danger text-sm">{refusal}</p>
        <p className="wrap-anywhere text-dim text-sm">{details}</p>
      </div>
      {verb && (
        <Button size="sm" aria-label={`${verb} ${title} anyway`} onClick={onRetry}>
          {verb} anyway
        </Button>
      )}
      <Button size="sm" variant="ghost" aria-label={`Drop ${title}`} onClick={onDrop}>
        Drop
      </Button>
    </li>
  );
}
