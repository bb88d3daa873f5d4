import { useSyncExternalStore } from 'react';
import { accountKey } from '#web/session/use-user.ts';
import type { DraftOwner } from './draft-storage.ts';

/** The draft is sent as it is at reconnect. Returns whether the mark could be stored. */
export function markUnsent({ userId, showId }: DraftOwner): boolean {
  return write(userId, [...new Set([...unsentShows(userId), showId])]);
}

export function forgetUnsent({ userId, showId }: DraftOwner): void {
  write(
    userId,
    unsentShows(userId).filter((id) => id !== showId),
  );
}

export function unsentShows(userId: string): string[] {
  return read(userId).split(' ').filter(Boolean);
}

export function useUnsentShows(userId: string): string[] {
  const stored = useSyncExternalStore(subscribe, () => read(userId));
  return stored.split(' ').filter(Boolean);
}

function read(userId: string): string {
  try {
    return localStorage.getItem(keyOf(userId)) ?? '';
  } catch {
    return '';
  }
}

function write(userId: string, showIds: readonly string[]): boolean {
  try {
    if (showIds.length === 0) localStorage.removeItem(keyOf(userId));
    else localStorage.setItem(keyOf(userId), showIds.join(' '));
  } catch {
    return false;
  }
  for (const listener of listeners) listener();
  return true;
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

function keyOf(userId: string): string {
  return accountKey('unsent', userId);
}
