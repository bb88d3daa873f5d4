import { type HttpError, isFinalResponse } from '#web/http/http-error.ts';
import { createStoredItems, type StoredFormat } from './stored-items.ts';

export interface QueuedItem {
  id: string;
  /** Sent at least once, so the server may have applied it. */
  isTried?: boolean | undefined;
  /** The server's refusal. A refused item isn't sent until it is retried. */
  refusal?: string | undefined;
}

export interface QueueState<Item, Answer> {
  items: readonly Item[];
  /** The last attempt got no answer, or its answer is slow. */
  isWaiting: boolean;
  /** What this page sent, oldest first. Without an answer, the server refused it. */
  sent: readonly { item: Item; answer?: Answer }[];
}

/** What is particular to one kind of item. */
export interface QueueRules<Item extends QueuedItem, Answer> extends StoredFormat<Item> {
  /** Rejects with an `HttpError` on a refusal, with another error if no answer arrived. */
  send: (item: Item) => Promise<Answer>;
  /** Returns the items that remain after an answer to `item`. */
  settle: (items: readonly Item[], item: Item, answer: Answer) => readonly Item[];
  refuse: (items: readonly Item[], item: Item, error: HttpError) => readonly Item[];
}

export type Queue<Item extends QueuedItem, Answer> = ReturnType<typeof createQueue<Item, Answer>>;

/** Sends items in order, also after a reload. A refused item doesn't block the next ones. */
export function createQueue<Item extends QueuedItem, Answer>(
  key: string,
  { send, settle, refuse, ...format }: QueueRules<Item, Answer>,
  canSend: () => boolean = () => true,
) {
  const stored = createStoredItems(key, format);
  let state: QueueState<Item, Answer> = { items: stored.read(), isWaiting: false, sent: [] };
  let isSending = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  function get(): QueueState<Item, Answer> {
    const items = stored.read();
    if (items !== state.items) state = { ...state, items };
    return state;
  }

  function set(next: Partial<QueueState<Item, Answer>>): boolean {
    const isStored = next.items === undefined || stored.write(next.items);
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
      const isAnswered = !next || (await attempt(next));
      if (state.isWaiting === isAnswered) set({ isWaiting: !isAnswered });
      if (!isAnswered) timer = setTimeout(sendAll, RETRY_MS);
      if (!isAnswered || !next) break;
    }
    isSending = false;
  }

  /** Returns whether an answer arrived. */
  async function attempt(item: Item): Promise<boolean> {
    if (!canSend()) return false;
    if (!item.isTried) {
      const tried = { ...item, isTried: true };
      set({ items: get().items.map((other) => (other === item ? tried : other)) });
    }
    const slow = setTimeout(() => set({ isWaiting: true }), SLOW_MS);
    try {
      const answer = await send(item);
      const { items, sent } = get();
      set({ items: settle(items, item, answer), sent: [...sent, { item, answer }] });
      return true;
    } catch (error) {
      if (!isFinalResponse(error)) return false;
      const { items, sent } = get();
      set({ items: refuse(items, item, error), sent: [...sent, { item }] });
      return true;
    } finally {
      clearTimeout(slow);
    }
  }

  return {
    get,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Returns whether the result could be stored. If not, only this page has it. */
    change(edit: (items: readonly Item[]) => readonly Item[]): boolean {
      const isStored = set({ items: edit(get().items) });
      void sendAll();
      return isStored;
    },
    sendAll,
    /** Another tab changed the queue. That tab sends first, this one if that tab is gone. */
    follow() {
      set({});
      clearTimeout(timer);
      timer = setTimeout(sendAll, RETRY_MS);
    },
  };
}

export function withItem<Item extends QueuedItem>(
  items: readonly Item[],
  id: string,
  change: Partial<Item>,
): Item[] {
  return items.map((item) => (item.id === id ? { ...item, ...change } : item));
}

export function withoutItem<Item extends QueuedItem>(items: readonly Item[], id: string): Item[] {
  return items.filter((item) => item.id !== id);
}

const RETRY_MS = 3_000;
/** An item without an answer after this time is shown as not sent. */
const SLOW_MS = 1_500;
