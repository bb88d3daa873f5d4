import { z } from 'zod';
import { endpoint, idParams } from './endpoint.ts';
import { REPORT_KINDS } from './reports.ts';

export const MODERATION_NOTICE_KINDS = ['hide', 'warn', 'mute', 'unmute'] as const;

export const moderationNotice = z
  .object({
    id: z.uuid(),
    kind: z.enum(MODERATION_NOTICE_KINDS),
    about: z.enum(REPORT_KINDS),
    excerpt: z.string(),
    isHidden: z.boolean(),
    mutedUntil: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'ModerationNotice' });
export type ModerationNotice = z.output<typeof moderationNotice>;

export const NOTICE_EXCERPT_MAX = 200;

export const confirmModerationNotice = endpoint('confirmModerationNotice', {
  method: 'POST',
  path: '/api/user/moderation-notices/{id}/confirmation',
  tag: 'moderation',
  who: 'user',
  summary: "Confirm that you read a moderator's notice",
  params: idParams,
  status: 204,
});

export function describeMute(until: Date): string {
  return `A moderator muted you until ${muteEnd.format(until)} UTC. Until then you can't post, report, or change your profile or a league's name.`;
}

export function formatMuteEnd(until: Date): string {
  return muteEnd.format(until);
}

const muteEnd = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  hourCycle: 'h23',
  timeZone: 'UTC',
});
