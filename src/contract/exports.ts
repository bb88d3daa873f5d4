import { API_PATH } from './endpoint.ts';

/** These paths are not endpoints, because their responses aren't JSON. */
export const USERS_CSV_PATH = `${API_PATH}/admin/exports/users.csv`;

export function predictionsCsvPath(showId: string): string {
  return `${API_PATH}/admin/exports/shows/${showId}/predictions.csv`;
}

export function resultsCsvPath(showId: string): string {
  return `${API_PATH}/admin/exports/shows/${showId}/results.csv`;
}

/** Administrators play too, so they must not see predictions before the lock. */
export const EXPORT_AFTER_LOCK = "A show's predictions can be exported once they are locked";
export const EXPORT_AFTER_SCORES = 'This show has no scores yet';
