import { z } from 'zod';
import { endpoint, id } from './endpoint.ts';
import { pageQuery } from './leaderboards.ts';
import { isSupportedYear, SUPPORTED_YEARS } from './local-time.ts';

export const AUDIT_ACTIONS = {
  'setlist.add': 'Song added to a setlist',
  'setlist.update': 'Setlist row changed',
  'setlist.remove': 'Song removed from a setlist',
  'setlist.undo': 'Setlist change undone',
  'setlist.import': 'Setlist imported from an archive or pack',
  'scores.calculate': 'Scores calculated',
  'show.create': 'Show created',
  'show.update': 'Show changed',
  'show.status': 'Show status set',
  'show.delete': 'Show deleted',
  'tour.rename': 'Tour renamed',
  'tour.merge': 'Tour merged into another one',
  'song.create': 'Song created',
  'song.update': 'Song changed',
  'song.delete': 'Song deleted',
  'thread.update': 'Thread pinned or locked',
  'thread.delete': 'Thread deleted',
  'post.delete': 'Post deleted',
  'user.end-posting': "User's posts removed and user banned from posting",
  'report.dismiss': 'Report dismissed',
  'report.hide': 'Reported content removed',
  'report.warn': 'Author warned',
  'report.mute': 'Author muted',
  'user.end-mute': 'Mute ended early',
  'report.restore': 'Removed content shown again',
  'league.update': 'League changed by its owner',
  'league.replace-invitation': "League's invitation link replaced",
  'league.remove-member': 'Member removed from a league',
  'league.ban-member': 'Member banned from a league',
  'league.lift-ban': 'Ban from a league lifted',
  'league.hand-over': 'League handed over',
  'league.delete-post': 'Post deleted by the owner of a league',
  'league.end': 'League ended',
  'setup.initialize': 'Band pack imported',
  'setup.import-users': 'Users imported',
  'setup.empty-demo': 'Demo removed',
  'band.update': 'Band changed',
  'setup.import': 'Songs and shows imported',
  'setup.undo-import': 'Import undone',
  'setup.import-key': 'setlist.fm API key changed',
  'proposal.dismiss': "Archive's correction dismissed",
  'user.promote': 'Administrator made by the server',
  'user.grant-admin': 'Made an administrator',
  'user.revoke-admin': 'No longer an administrator',
  'user.grant-moderator': 'Made a moderator',
  'user.revoke-moderator': 'No longer a moderator',
  'scribe.invite': 'Scribe invited',
  'scribe.accept': "Scribe's invitation accepted",
  'scribe.remove': 'Scribe or invitation removed',
  'scribe.end': "Scribe's right ended with the show",
  'webhook.create': 'Webhook added',
  'webhook.update': 'Webhook changed',
  'webhook.rotate-secret': "Webhook's secret replaced",
  'webhook.test': 'Webhook test sent',
  'webhook.resend': 'Webhook event sent again',
  'webhook.delete': 'Webhook deleted',
  'webhook.fail': 'Webhook turned off after failures',
  'backup.create': 'Backup created',
  'backup.download': 'Backup downloaded',
  'backup.restore': 'Backup restored',
  'backup.upload': 'Backup uploaded',
  'data.export': 'List downloaded',
  'user.end-sessions': 'Signed out everywhere',
  'user.reset-password': 'Password reset by link',
  'user.delete': 'Account deleted',
} as const;

export type AuditAction = keyof typeof AUDIT_ACTIONS;

export const AUDIT_ACTION_NAMES = Object.keys(AUDIT_ACTIONS) as [AuditAction, ...AuditAction[]];

export const MAX_ACTOR_NAME_LENGTH = 100;

function dateTime(name: string) {
  return z.iso
    .datetime()
    .refine((text) => isSupportedYear(new Date(text)), `${name} must ${SUPPORTED_YEARS}`);
}

export const auditQuery = pageQuery.extend({
  action: z.enum(AUDIT_ACTION_NAMES).optional(),
  who: z.string().trim().max(MAX_ACTOR_NAME_LENGTH).optional(),
  /** The range includes `from` and excludes `until`. */
  from: dateTime('From').optional(),
  until: dateTime('Until').optional(),
});

export const auditRecord = z
  .object({
    id: z.int(),
    at: z.iso.datetime(),
    action: z.enum(AUDIT_ACTION_NAMES),
    /** Null for the server's own changes and for deleted accounts. */
    who: z.object({ id: id(), username: z.string() }).nullable(),
    subjectName: z.string().nullable(),
    changes: z.array(
      z.object({ what: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
    ),
    isUndone: z.boolean(),
  })
  .meta({ id: 'AuditRecord' });
export type AuditRecord = z.output<typeof auditRecord>;

export const listAudit = endpoint('listAudit', {
  method: 'GET',
  path: '/api/admin/audit',
  tag: 'audit',
  who: 'admin',
  summary: 'List who changed what and when, newest first; X-Total-Count has the total',
  query: auditQuery,
  status: 200,
  returns: z.array(auditRecord),
  dependsOn: ['audit', 'username'],
});
