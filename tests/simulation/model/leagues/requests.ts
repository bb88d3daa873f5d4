import type { Call } from '../requests.ts';

/** `userId` is another fan's. */
export type LeagueRequest =
  | { kind: 'create league'; name: string; isListed: boolean; startShowId: string }
  | { kind: 'edit league'; leagueId: string; fields: LeagueFields }
  /** Without an invitation, the fan joins a listed league. */
  | { kind: 'join'; leagueId: string; invitation: string | undefined }
  | { kind: 'leave'; leagueId: string }
  | { kind: 'remove member' | 'ban' | 'lift ban' | 'hand over'; leagueId: string; userId: string }
  | { kind: 'replace invitation'; leagueId: string }
  | { kind: 'nudge'; leagueId: string; showId: string }
  | { kind: 'post'; leagueId: string; content: string }
  | { kind: 'delete post'; leagueId: string; postId: string };

interface LeagueFields {
  name?: string;
  isListed?: boolean;
  startShowId?: string;
}

export function toLeagueCall(request: LeagueRequest): Call {
  if (request.kind === 'create league') {
    const { name, isListed, startShowId } = request;
    const body = { name, isListed, startShowId, color: 'teal' };
    return { method: 'POST', url: '/api/leagues', body };
  }
  const url = `/api/leagues/${request.leagueId}`;
  switch (request.kind) {
    case 'edit league':
      return { method: 'PATCH', url, body: request.fields };
    case 'join':
      return request.invitation
        ? { method: 'POST', url: `/api/invitations/${request.invitation}` }
        : { method: 'POST', url: `${url}/members` };
    case 'leave':
      return { method: 'DELETE', url: `${url}/members/me` };
    case 'remove member':
      return { method: 'DELETE', url: `${url}/members/${request.userId}` };
    case 'ban':
      return { method: 'POST', url: `${url}/bans`, body: { userId: request.userId } };
    case 'lift ban':
      return { method: 'DELETE', url: `${url}/bans/${request.userId}` };
    case 'hand over':
      return { method: 'POST', url: `${url}/owner`, body: { userId: request.userId } };
    case 'replace invitation':
      return { method: 'POST', url: `${url}/invitation` };
    case 'nudge':
      return { method: 'POST', url: `${url}/nudges`, body: { showId: request.showId } };
    case 'post':
      return { method: 'POST', url: `${url}/posts`, body: { content: request.content } };
    case 'delete post':
      return { method: 'DELETE', url: `${url}/posts/${request.postId}` };
  }
}
