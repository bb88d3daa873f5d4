import type { FastifyRequest } from 'fastify';

/** What the log tells of who comes in and what they may do, by the name to look for in it. */
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
  | 'role-changed'
  | 'posting-ended'
  | 'backup-made'
  | 'backup-downloaded'
  | 'backup-restored'
  | 'data-exported'
  | 'refused'
  | 'limit-hit';

/** What somebody should look at when it comes often; the rest is for who asks afterwards. */
const WARNINGS = new Set<SecurityEvent>([
  'sign-in-failed',
  'password-wrong',
  'refused',
  'limit-hit',
]);

/**
 * Ids and sentences of ours only. What a person typed has no place here: a password stands in the
 * field for the address often enough.
 */
interface SecurityFacts {
  /** Whose account it is about, where that is not who asks. */
  subjectId?: string | undefined;
  isAdmin?: boolean;
  /** The sentence of the refusal. */
  why?: string;
}

/** Writes one line: what happened, who asked (their id, where they are signed in) and from which address. */
export function securityLog(
  request: FastifyRequest,
  event: SecurityEvent,
  facts: SecurityFacts = {},
): void {
  const line = { security: event, userId: request.viewer?.userId, address: request.ip, ...facts };
  request.log[WARNINGS.has(event) ? 'warn' : 'info'](line, 'security');
}
