import type { Subjects } from './season.ts';
import type { Caller, TestResponse } from './test-app.ts';
import { repeatStep, type Step } from './write-step.ts';

/** Every write of a league. The fan makes one by link only, and the bystander joins it. */
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
  const keep = (response: TestResponse) => {
    onResponse(response);
    subjects.leagues.push(league.id);
    subjects.invitations.push(league.invitation);
  };
  let post = '';
  const params = () => ({ id: league.id });
  const listed = () => ({ id: subjects.leagues[0] ?? '' });
  const postParams = () => ({ ...params(), postId: post });
  const member = () => ({ ...params(), userId: bystander.userId });
  const body = { name: 'Rail riders', color: 'teal', isListed: false, startShowId: start };
  const join = (label: string): Step => [
    'acceptInvitation',
    label,
    () => ({ caller: bystander, params: { invitation: league.invitation } }),
  ];
  const listTalkWrites = (): Step[] => [
    [
      'createLeaguePost',
      'a post',
      () => ({
        caller: fan,
        params: params(),
        body: { content: 'Ember tonight' },
        onResponse: (response) => {
          post = response.json().id;
        },
      }),
    ],
    ...repeatStep([
      'updateLeaguePost',
      'its text',
      () => ({ caller: fan, params: postParams(), body: { content: 'Gale tonight' } }),
    ]),
    ['deleteLeaguePost', 'the post', () => ({ caller: fan, params: postParams() })],
  ];
  return [
    ['createLeague', 'a league', () => ({ caller: fan, body, onResponse: keep })],
    ...repeatStep(join('joining it')),
    ...repeatStep([
      'updateLeague',
      'its name and start',
      () => ({
        caller: fan,
        params: params(),
        body: { name: 'Rail, all night', startShowId: next },
      }),
    ]),
    ...listTalkWrites(),
    [
      'replaceInvitation',
      'another invitation',
      () => ({ caller: fan, params: params(), onResponse }),
    ],
    ['removeLeagueMember', 'a removal', () => ({ caller: fan, params: member() })],
    join('joining again'),
    [
      'banLeagueMember',
      'a ban',
      () => ({ caller: fan, params: params(), body: { userId: bystander.userId } }),
    ],
    ['liftLeagueBan', 'no ban', () => ({ caller: fan, params: member() })],
    join('joining after the ban'),
    ...repeatStep([
      'handOverLeague',
      'another owner',
      () => ({ caller: fan, params: params(), body: { userId: fan.userId } }),
    ]).slice(1),
    [
      'handOverLeague',
      'another owner',
      () => ({ caller: fan, params: params(), body: { userId: bystander.userId } }),
    ],
    ...repeatStep([
      'joinLeague',
      'joining a listed league',
      () => ({ caller: fan, params: listed() }),
    ]),
    ['joinLeague', 'someone without a prediction', () => ({ caller: admin, params: listed() })],
    ['nudgeLeague', 'a nudge', () => ({ caller: fan, params: listed(), body: { showId: next } })],
    ['leaveLeague', 'leaving', () => ({ caller: fan, params: params() })],
    ['leaveLeague', 'the last one leaving', () => ({ caller: bystander, params: params() })],
  ];
}
