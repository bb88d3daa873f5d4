import type { ReportedContent } from '#contract/moderation.ts';
import type { Subjects } from './season.ts';
import type { Caller, TestApp } from './test-app.ts';
import { repeatStep, type Step } from './write-step.ts';

export function listModerationWrites(
  { admin }: TestApp,
  { fan, bystander, subjects }: Record<'fan' | 'bystander', Caller> & { subjects: Subjects },
): Step[] {
  const report = (kind: string, findId: () => string | undefined): Step[] =>
    repeatStep([
      'createReport',
      `reporting a ${kind}`,
      () => ({
        caller: fan,
        params: { kind, id: findId() ?? '' },
        body: { reason: 'spam', comment: 'Tickets' },
      }),
    ]);
  const decision = (kind: string, label: string, body: object) =>
    createDecisionStep(admin, kind, `${label} a ${kind}`, body);
  let noticeId: string | undefined;
  const hide = { content: 'hide', author: 'none' };
  const show = { content: 'show', author: 'none' };
  return [
    [
      'updateProfile',
      'writing a bio to report',
      () => ({ caller: bystander, body: { bio: 'Tickets!' } }),
    ],
    ...report('thread', () => subjects.threads[0]),
    ...report('bio', () => bystander.userId),
    ...report('league', () => subjects.leagues[0]),
    ...report('username', () => bystander.userId),
    decision('thread', 'hiding', hide),
    decision('bio', 'hiding', hide),
    decision('league', 'hiding', hide),
    decision('username', 'muting the fan of', { content: 'show', author: 'mute', muteDays: 1 }),
    decision('thread', 'showing', show),
    decision('bio', 'showing', show),
    decision('league', 'showing', show),
    ['endMute', 'ending a mute', () => ({ caller: admin, params: { id: bystander.userId } })],
    ...repeatStep([
      'confirmModerationNotice',
      'confirming a notice',
      async () => {
        noticeId ??= (await bystander.get('/api/auth/user')).json().moderationNotices[0]
          .id as string;
        return { caller: bystander, params: { id: noticeId } };
      },
    ]),
  ];
}

export function createDecisionStep(admin: Caller, kind: string, label: string, body: object): Step {
  return [
    'decideReport',
    label,
    async () => {
      const lists = ['open', 'removed'].map((state) =>
        admin.get(`/api/admin/reports?state=${state}`),
      );
      const cases: ReportedContent[] = (await Promise.all(lists)).flatMap((list) => list.json());
      const found = cases.find((reported) => reported.kind === kind);
      const { id = '', version, fingerprint } = found ?? {};
      return { caller: admin, params: { id }, body: { version, fingerprint, ...body } };
    },
  ];
}
