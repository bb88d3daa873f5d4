import type { FastifyRequest } from 'fastify';

type SecurityEvent =
  | 'signed-in'
  | 'signed-up'
  | 'signed-out'
  | 'sign-in-failed'
  | 'password-changed'
  | 'password-wrong'
  | 'sign-in-confirmed'
  | 'reset-asked'
  | 'sign-in-link-asked'
  | 'password-reset'
  | 'sessions-ended'
  | 'account-deleted'
  | 'passkey-added'
  | 'passkey-removed'
  | 'token-created'
  | 'token-revoked'
  | 'role-changed'
  | 'posting-ended'
  | 'backup-made'
  | 'backup-downloaded'
  | 'backup-restored'
  | 'backup-uploaded'
  | 'data-exported'
  | 'refused'
  | 'limit-hit';

const WARNINGS = new Set<SecurityEvent>([
  'sign-in-failed',
  'password-wrong',
  'refused',
  'limit-hit',
]);

/** Never log user input: users type passwords into the email field. */
interface SecurityDetails {
  /** The affected account, if it is not the viewer's. */
  subjectId?: string | undefined;
  isAdmin?: boolean | undefined;
  isModerator?: boolean | undefined;
  why?: string;
}

export function logSecurityEvent(
  request: FastifyRequest,
  event: SecurityEvent,
  details: SecurityDetails = {},
): void {
  const entry = {
    security: event,
    userId: request.viewer?.userId,
    address: request.ip,
    ...details,
  };
  request.log[WARNINGS.has(event) ? 'warn' : 'info'](entry, 'security');
}
