import { type HttpError, isFinalResponse } from '#web/http/http-error.ts';
import { createStoredItems, type StoredFormat } from './stored-items.ts';

export interface QueuedItem {
  id: string;
  /** Sent at least once, so the server may have applied it. */
  isTried?: boolean | undefined;
  /** The server's error message. A rejected item isn't sent until the user retries it. */
  refusal?: string | undefined;
}

export interface QueueState<Item, Result> {
  items: readonly Item[];
  /** The last attempt has no response, or a slow one. */
  isWaiting: boolean;
  /** Items that this page sent, oldest first. One without a result was rejected. */
  sent: readonly { item: Item; result?: Result }[];
}

export interface QueueRules<Item extends QueuedItem, Result> extends StoredFormat<Item> {
  /** Rejects with an `HttpError` for an error response, or with another error without one. */
  send: (item: Item) => Promise<Result>;
  settle: (items: readonly Item[], item: Item, result: Result) => readonly Item[];
  reject: (items: readonly Item[], item: Item, error: HttpError) => readonly Item[];
}

export type Queue<Item extends QueuedItem, Result> = ReturnType<typeof createQueue<Item, Result>>;

/** Sends items in order, even after a reload. A rejected item doesn't block the next ones. */
export function createQueue<Item extends QueuedItem, Result>(
  key: string,
  { send, settle, reject, ...format }: QueueRules<Item, Result>,
  canSend: () => boolean = () => true,
) {
  const storedItems = createStoredItems(key, format);
  let state: QueueState<Item, Result> = { items: storedItems.read(), isWaiting: false, sent: [] };
  let isSending = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  function get(): QueueState<Item, Result> {
    const items = storedItems.read();
    if (items !== state.items) state = { ...state, items };
    return state;
  }

  function set(next: Partial<QueueState<Item, Result>>): boolean {
    const isStored = next.items === undefined || storedItems.write(next.items);
    state = { ...get(), ...next };
    for (const listener of listeners) listener();
    return isStored;
  }

  async function sendAll(): Promise<void> {
    clearTimeout(timer);
    if (isSending) return;
    isSending = true;
    for (;;) {
      const next = get().items.find(({ refusal }) => refusal === undefined);
      const hasResponse = !next || (await attempt(next));
      if (state.isWaiting === hasResponse) set({ isWaiting: !hasResponse });
      if (!hasResponse) timer = setTimeout(sendAll, RETRY_MS);
      if (!hasResponse || !next) break;
    }
    isSending = false;
  }

  async function attempt(item: Item): Promise<boolean> {
    if (!canSend()) return false;
    if (!item.isTried) {
      const triedItem = { ...item, isTried: true };
      set({ items: get().items.map((other) => (other === item ? triedItem : other)) });
    }
    const slowTimer = setTimeout(() => set({ isWaiting: true }), SLOW_MS);
    try {
      const result = await send(item);
      const { items, sent } = get();
      set({ items: settle(items, item, result), sent: [...sent, { item, result }] });
      return true;
    } catch (error) {
      if (!isFinalResponse(error)) return false;
      const { items, sent } = get();
      set({ items: reject(items, item, error), sent: [...sent, { item }] });
      return true;
    } finally {
      clearTimeout(slowTimer);
    }
  }

  return {
    get,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Returns whether the change was stored. If not, only this page has it. */
    change(edit: (items: readonly Item[]) => readonly Item[]): boolean {
      const isStored = set({ items: edit(get().items) });
      void sendAll();
      return isStored;
    },
    sendAll,
    /** Called when another tab changed the queue. Sends only if that tab was closed. */
    syncWithOtherTab() {
      set({});
      clearTimeout(timer);
      timer = setTimeout(sendAll, RETRY_MS);
    },
  };
}

export function updateQueuedItem<Item extends QueuedItem>(
  items: readonly Item[],
  id: string,
  change: Partial<Item>,
): Item[] {
  return items.map((item) => (item.id === id ? { ...item, ...change } : item));
}

export function removeQueuedItem<Item extends QueuedItem>(
  items: readonly Item[],
  id: string,
): Item[] {
  return items.filter((item) => item.id !== id);
}

const RETRY_MS = 3_000;
/** An item without a response after this time is shown as not sent. */
const SLOW_MS = 1_500;
