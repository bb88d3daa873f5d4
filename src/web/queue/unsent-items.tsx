import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import type { QueuedItem } from './queue.ts';

type TitledItem = QueuedItem & { title: string };

type UnsentItemsProps<Item> = {
  items: readonly Item[];
  /** The verb of the retry button; null if the item can't be retried. */
  getVerb: (item: Item) => string | null;
  renderDetails: (item: Item) => ReactNode;
  onRetry: (item: Item) => void;
  onDiscard: (item: Item) => void;
};

/** Their list already shows waiting items, so only rejected ones get a row here. */
export function UnsentItems<Item extends TitledItem>({
  items,
  getVerb,
  renderDetails,
  onRetry,
  onDiscard,
}: UnsentItemsProps<Item>) {
  const waitingItems = items.filter(({ refusal }) => !refusal);
  const rejectedItems = items.filter(({ refusal }) => refusal);
  return (
    <div>
      <p role="status" className="sr-only">
        {items.length > 0 && `Not yet sent: ${joinTitles(items)}`}
      </p>
      {items.length > 0 && (
        <Panel title="Not yet sent">
          {waitingItems.length > 0 && (
            <p className="line-clamp-3 px-4.5 pb-3.5 text-dim text-sm">
              <b>{joinTitles(waitingItems)}.</b> Saved on this device and sent in this order when
              you're back online.
            </p>
          )}
          <ol>
            {rejectedItems.map((item) => (
              <RejectedItem
                key={item.id}
                item={item}
                verb={getVerb(item)}
                details={renderDetails(item)}
                onRetry={() => onRetry(item)}
                onDiscard={() => onDiscard(item)}
              />
            ))}
          </ol>
        </Panel>
      )}
    </div>
  );
}

function joinTitles(items: readonly TitledItem[]): string {
  return items.map(({ title }) => title).join(', ');
}

type RejectedItemProps = {
  item: TitledItem;
  verb: string | null;
  details: ReactNode;
  onRetry: () => void;
  onDiscard: () => void;
};

function RejectedItem({ item, verb, details, onRetry, onDiscard }: RejectedItemProps) {
  const { title, refusal: errorText } = item;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-rail/60 border-t px-4.5 py-2">
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-semibold">{title}</p>
        <p className="text-danger text-sm">{errorText}</p>
        <p className="wrap-anywhere text-dim text-sm">{details}</p>
      </div>
      {verb && (
        <Button size="sm" aria-label={`${verb} ${title} anyway`} onClick={onRetry}>
          {verb} anyway
        </Button>
      )}
      <Button size="sm" variant="ghost" aria-label={`Discard ${title}`} onClick={onDiscard}>
        Discard
      </Button>
    </li>
  );
}
