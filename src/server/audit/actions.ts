/** Everything that the audit log can tell, as noun and verb. */
export const AUDIT_ACTIONS = [
  'setlist.add',
  'setlist.update',
  'setlist.remove',
  'setlist.undo',
  'scores.calculate',
  'show.create',
  'show.update',
  'show.status',
  'show.delete',
  'song.create',
  'song.update',
  'song.delete',
  'thread.update',
  'thread.delete',
  'post.delete',
  'setup.initialize',
  'setup.import-users',
  'user.promote',
  'user.grant-admin',
  'user.revoke-admin',
  'backup.create',
  'backup.restore',
  'user.reset-password',
  'user.delete',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];
