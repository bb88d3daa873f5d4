import { buildAccountKey } from '#web/session/use-user.ts';
import { getFirstRender } from '#web/ui/loading/first-render.ts';

/** Stored only on this device (docs/decisions/0016). */
export function markResultSeen(userId: string, predictionId: string): void {
  try {
    localStorage.setItem(buildStorageKey(userId, predictionId), '');
  } catch {
    // Storage is blocked, so the dashboard keeps showing the result as new for some days.
  }
}

/** Returns false in the first render, because only the device stores which results were seen. */
export function isResultSeen(userId: string, predictionId: string): boolean {
  if (getFirstRender()) return true;
  try {
    return localStorage.getItem(buildStorageKey(userId, predictionId)) !== null;
  } catch {
    return false;
  }
}

function buildStorageKey(userId: string, predictionId: string): string {
  return buildAccountKey('result-seen', userId, predictionId);
}
