import { createDecisionStep } from './moderation-writes.ts';
import type { Subjects } from './season.ts';
import type { Caller, TestResponse } from './test-app.ts';
import { repeatStep, type Step } from './write-step.ts';

export function listLeagueWrites({
  admin,
  fan,
  bystander,
  subjects,
  start,
  next,
}: Record<'admin' | 'fan' | 'bystander', Caller> & {
  subjects: Subjects;
  start: string;
  next: string;
}): Step[] {
  let league = { id: '', invitation: '' };
  const onResponse = (response: TestResponse) => {
    league = response.json();
  };
  const storeLeague = (response: TestResponse) => {
    onResponse(response);
    subjects.leagues.push(league.id);
    subjects.invitations.push(league.invitation);
  };
  let post = '';
  const buildParams = () => ({ id: league.id });
  const buildListedParams = () => ({ id: subjects.leagues[0] ?? '' });
  const buildPostParams = () => ({ ...buildParams(), postId: post });
  const buildMemberParams = () => ({ ...buildParams(), userId: bystander.userId });
  const body = { name: 'Rail riders', color: 'teal', isListed: false, startShowId: start };
  const createJoinStep = (label: string): Step => [
    'acceptInvitation',
    label,
    () => ({ caller: bystander, params: { invitation: league.invitation } }),
  ];
  const listTalkWrites = (): Step[] => [
    [
      'createLeaguePost',
      'writing a post',
      () => ({
        caller: fan,
        params: buildParams(),
        body: { content: 'Ember tonight' },
        onResponse: (response) => {
          post = response.json().id;
        },
      }),
    ],
    ...repeatStep([
      'updateLeaguePost',
      'changing the post',
      () => ({ caller: fan, params: buildPostParams(), body: { content: 'Gale tonight' } }),
    ]),
    ...repeatStep([
      'createReport',
      'reporting the post',
      () => ({
        caller: bystander,
        params: { kind: 'talk', id: post },
        body: { reason: 'spam' },
      }),
    ]),
    [
      'updateLeaguePost',
      'changing the reported post',
      () => ({ caller: fan, params: buildPostParams(), body: { content: 'Tickets!' } }),
    ],
    createDecisionStep(admin, 'talk', 'hiding the post', { content: 'hide', author: 'none' }),
    createDecisionStep(admin, 'talk', 'showing the post', { content: 'show', author: 'none' }),
    ['deleteLeaguePost', 'deleting the post', () => ({ caller: fan, params: buildPostParams() })],
  ];
  return [
    ['createLeague', 'creating a league', () => ({ caller: fan, body, onResponse: storeLeague })],
    ...repeatStep(createJoinStep('joining the league')),
    ...repeatStep([
      'updateLeague',
      'changing the name and the first show',
      () => ({
        caller: fan,
        params: buildParams(),
        body: { name: 'Rail, all night', startShowId: next },
      }),
    ]),
    ...listTalkWrites(),
    [
      'replaceInvitation',
      'replacing the invitation',
      () => ({ caller: fan, params: buildParams(), onResponse }),
    ],
    [
      'removeLeagueMember',
      'removing a member',
      () => ({ caller: fan, params: buildMemberParams() }),
    ],
    createJoinStep('joining again'),
    [
      'banLeagueMember',
      'banning a member',
      () => ({ caller: fan, params: buildParams(), body: { userId: bystander.userId } }),
    ],
    ['liftLeagueBan', 'lifting the ban', () => ({ caller: fan, params: buildMemberParams() })],
    createJoinStep('joining after the ban'),
    ...repeatStep([
      'handOverLeague',
      'transferring the league',
      () => ({ caller: fan, params: buildParams(), body: { userId: fan.userId } }),
    ]).slice(1),
    [
      'handOverLeague',
      'transferring the league',
      () => ({ caller: fan, params: buildParams(), body: { userId: bystander.userId } }),
    ],
    ...repeatStep([
      'joinLeague',
      'joining a listed league',
      () => ({ caller: fan, params: buildListedParams() }),
    ]),
    [
      'joinLeague',
      'joining without a prediction',
      () => ({ caller: admin, params: buildListedParams() }),
    ],
    [
      'nudgeLeague',
      'nudging the members',
      () => ({ caller: fan, params: buildListedParams(), body: { showId: next } }),
    ],
    ['leaveLeague', 'leaving', () => ({ caller: fan, params: buildParams() })],
    [
      'leaveLeague',
      'leaving as the last member',
      () => ({ caller: bystander, params: buildParams() }),
    ],
  ];
}
