import { API_PATH } from './endpoint.ts';

/** Where an administrator's browser gets tables for a spreadsheet: no calls, as the answers are no JSON. */
export const USERS_CSV_PATH = `${API_PATH}/admin/exports/users.csv`;

/** Who predicted what, a row a pick. */
export function predictionsCsvPath(showId: string): string {
  return `${API_PATH}/admin/exports/shows/${showId}/predictions.csv`;
}

/** A scored show's ranks and points, a row a fan. */
export function resultsCsvPath(showId: string): string {
  return `${API_PATH}/admin/exports/shows/${showId}/results.csv`;
}

/** Whoever runs the site may play too. */
export const EXPORT_AFTER_LOCK =
  'The predictions of a show can be exported once nobody can change theirs any more';
export const EXPORT_AFTER_SCORES = 'This show has no scores yet';
