import type { Call } from '../requests.ts';

export type ModerationRequest =
  | { kind: 'report'; leagueId: string }
  /** `version` counts the decisions that the administrator has seen. */
  | {
      kind: 'decide';
      leagueId: string;
      caseId: string;
      version: number;
      content: 'show' | 'hide';
      author: 'none' | 'warn' | 'mute';
      isAbuse: boolean;
    };

export function toModerationCall(request: ModerationRequest): Call {
  if (request.kind === 'report')
    return {
      method: 'POST',
      url: `/api/reports/league/${request.leagueId}`,
      body: { reason: 'spam' },
    };
  const { caseId, version, content, author, isAbuse } = request;
  const body = { version, content, author, isAbuse, ...(author === 'mute' && { muteDays: 7 }) };
  return { method: 'POST', url: `/api/admin/reports/${caseId}/decision`, body };
}
