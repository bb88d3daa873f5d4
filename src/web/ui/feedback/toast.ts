import { useSyncExternalStore } from 'react';

export type ToastMessage = {
  title: string;
  description?: string | undefined;
  variant?: 'default' | 'destructive' | undefined;
  /** One thing to do about it, such as taking it back. */
  action?: { label: string; onSelect: () => void } | undefined;
};

/** Shows a message for 5 s, in place of the one before. May be called from anywhere. */
export function toast(message: ToastMessage): void {
  show({ ...message, id: (current?.id ?? 0) + 1, open: true });
}

export type ShownToast = ToastMessage & { id: number; open: boolean };

/** The last message; null until there was one. */
export function useToast(): ShownToast | null {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
}

/** Closed, not forgotten: the element is needed until it has left the screen. */
export function closeToast(id: number): void {
  if (current?.id === id) show({ ...current, open: false });
}

let current: ShownToast | null = null;
const listeners = new Set<() => void>();

function show(next: ShownToast): void {
  current = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
