import { type BlockRequest, toBlockCall } from './blocks/blocks.ts';
import { type LeagueRequest, toLeagueCall } from './leagues/requests.ts';
import { type ModerationRequest, toModerationCall } from './moderation/requests.ts';
import { type ThreadRequest, toThreadCall } from './posts/threads.ts';
import type { Break, Choice, Place, Status } from './tour.ts';

export type Request = { actor: number } & (
  | { kind: 'predict'; showId: string; songIds: string[]; isSurprise: boolean }
  | { kind: 'edit prediction'; predictionId: string; songIds: string[]; isSurprise: boolean }
  | { kind: 'rename'; username: string }
  | { kind: 'privacy'; hasPrivateSheets: boolean }
  | ({ kind: 'add show' } & ShowInput)
  | ({ kind: 'edit show'; showId: string; base: SeenVersion; choice: Choice } & ShowInput)
  | { kind: 'cancel'; showId: string }
  | { kind: 'status'; showId: string; status: Status; choice: Choice }
  | { kind: 'score'; showId: string }
  | ({ kind: 'play'; showId: string; rowId: string; songId: string } & PlayOptions)
  | { kind: 'play title'; showId: string; rowId: string; title: string; timesSeen: number }
  | ({ kind: 'edit'; showId: string; rowId: string; base: SeenVersion } & RowChange)
  | { kind: 'remove'; showId: string; rowId: string; base: SeenVersion }
  | { kind: 'undo'; showId: string; changeId: number | undefined }
  | { kind: 'add song'; title: string }
  | { kind: 'rename song'; songId: string; title: string; base: SeenVersion }
  | { kind: 'delete song'; songId: string }
  | LeagueRequest
  | BlockRequest
  | ModerationRequest
  | ThreadRequest
);

/** `locksAt` is an ISO 8601 instant, null for the default, or undefined if it isn't sent. */
export interface ShowInput {
  name: string;
  place: Place;
  date: string;
  locksAt: string | null | undefined;
}

/** The version that a change is based on, in the model's and the server's numbering. */
export type SeenVersion = { edition: number; version: number } | undefined;

export interface PlayOptions {
  position: number | undefined;
  insert: boolean;
  isCloser: boolean;
  timesSeen: number;
}

export interface RowChange {
  songId?: string;
  position?: number;
  swapWith?: string;
  isCloser?: boolean;
  notes?: string;
  breakAfter?: Break | null;
}

export interface Call {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  url: string;
  body?: object;
}

/** Implements section 7 of the specification. */
export function toCall(request: Request): Call {
  switch (request.kind) {
    case 'predict': {
      const { showId, songIds } = request;
      const body = { showId, songIds, ...describeOrigin(request) };
      return { method: 'POST', url: '/api/predictions', body };
    }
    case 'edit prediction': {
      const { predictionId, songIds } = request;
      const body = { songIds, ...describeOrigin(request) };
      return { method: 'PATCH', url: `/api/predictions/${predictionId}`, body };
    }
    case 'rename':
      return { method: 'PATCH', url: '/api/user/profile', body: { username: request.username } };
    case 'privacy': {
      const { hasPrivateSheets } = request;
      return { method: 'PATCH', url: '/api/user/profile', body: { hasPrivateSheets } };
    }
    case 'add show':
      return { method: 'POST', url: '/api/shows', body: buildShowBody(request) };
    case 'edit show': {
      const version = request.base?.version;
      const body = { ...buildShowBody(request), version, predictions: request.choice };
      return { method: 'PATCH', url: `/api/shows/${request.showId}`, body };
    }
    case 'cancel':
      return { method: 'DELETE', url: `/api/shows/${request.showId}` };
    case 'status': {
      const { showId, status, choice: predictions } = request;
      return { method: 'PATCH', url: `/api/shows/${showId}/status`, body: { status, predictions } };
    }
    case 'score':
      return { method: 'POST', url: `/api/shows/${request.showId}/calculate-scores` };
    case 'play':
    case 'play title': {
      const { actor, kind: _, showId, rowId: id, ...body } = request;
      return { method: 'POST', url: `/api/shows/${showId}/setlist`, body: { id, ...body } };
    }
    case 'edit': {
      const { actor, kind: _, showId, rowId, base, ...fields } = request;
      const body = { ...fields, version: base?.version };
      return { method: 'PATCH', url: `/api/shows/${showId}/setlist/${rowId}`, body };
    }
    case 'remove': {
      const { showId, rowId, base } = request;
      const version = base ? `?version=${base.version}` : '';
      return { method: 'DELETE', url: `/api/shows/${showId}/setlist/${rowId}${version}` };
    }
    case 'undo': {
      const { showId, changeId } = request;
      const body = changeId === undefined ? {} : { changeId };
      return { method: 'POST', url: `/api/shows/${showId}/setlist/undo`, body };
    }
    case 'add song':
      return { method: 'POST', url: '/api/songs', body: { title: request.title } };
    case 'rename song': {
      const { songId, title, base } = request;
      return {
        method: 'PATCH',
        url: `/api/songs/${songId}`,
        body: { title, version: base?.version },
      };
    }
    case 'delete song':
      return { method: 'DELETE', url: `/api/songs/${request.songId}` };
    case 'block':
    case 'unblock':
      return toBlockCall(request);
    case 'report':
    case 'decide':
      return toModerationCall(request);
    case 'post in thread':
      return toThreadCall(request);
    default:
      return toLeagueCall(request);
  }
}

function describeOrigin({ isSurprise }: { isSurprise: boolean }) {
  return isSurprise ? { origin: 'surprise' } : {};
}

function buildShowBody({ name, place, date, locksAt }: ShowInput) {
  const { city, state, zone: timeZone } = place;
  return { name, city, state, timeZone, date, locksAt };
}
