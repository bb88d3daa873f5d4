import type { Call } from '../requests.ts';

export type ModerationRequest =
  | { kind: 'report'; leagueId: string }
  | {
      kind: 'decide';
      leagueId: string;
      caseId: string;
      version: number;
      fingerprint: string;
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
  const { caseId, author, version, fingerprint, content, isAbuse } = request;
  const muteDays = author === 'mute' ? 7 : undefined;
  const body = { version, fingerprint, content, author, isAbuse, muteDays };
  return { method: 'POST', url: `/api/admin/reports/${caseId}/decision`, body };
}
