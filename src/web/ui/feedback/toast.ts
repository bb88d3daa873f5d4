import { useSyncExternalStore } from 'react';

export type ToastMessage = {
  title: string;
  description?: string | undefined;
  variant?: 'default' | 'destructive' | undefined;
  action?: { label: string; onSelect: () => void } | undefined;
};

/** Replaces the current message. Also works outside React. */
export function toast(message: ToastMessage): void {
  show({ ...message, id: (current?.id ?? 0) + 1, open: true });
}

export type ShownToast = ToastMessage & { id: number; open: boolean };

export function useToast(): ShownToast | null {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
}

/** Keeps the closed message, because its element stays mounted for the exit animation. */
export function closeToast(id: number): void {
  if (current?.id === id) show({ ...current, open: false });
}

/** Call it when the user retries, so that the error doesn't look like the new outcome. */
export function closeErrorToast(): void {
  if (current?.variant === 'destructive') closeToast(current.id);
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
