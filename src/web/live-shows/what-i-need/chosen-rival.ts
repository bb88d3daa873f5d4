import { buildAccountKey } from '#web/session/use-user.ts';
import type { Rival } from './use-rival.ts';

export function readRival(userId: string, showId: string): Rival | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(toKey(userId)) ?? '{}');
    const { rival } = stored;
    const isRival = typeof rival?.userId === 'string' && typeof rival.username === 'string';
    return stored.showId === showId && isRival ? rival : undefined;
  } catch {
    return undefined;
  }
}

export function saveRival(userId: string, showId: string, rival: Rival): void {
  try {
    localStorage.setItem(toKey(userId), JSON.stringify({ showId, rival }));
  } catch {
    // The choice lasts until the panel closes.
  }
}

function toKey(userId: string): string {
  return buildAccountKey('rival', userId);
}
