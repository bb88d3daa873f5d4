import type { Caller, TestResponse } from './test-app.ts';
import { repeatStep, type Step } from './write-step.ts';

export function listScribeWrites({
  admin,
  scribe,
  showId,
  otherShowId,
}: Record<'admin' | 'scribe', Caller> & Record<'showId' | 'otherShowId', string>): Step[] {
  let invited = { id: '', invitation: '' };
  const onResponse = (response: TestResponse) => {
    invited = response.json();
  };
  const invite = (label: string, id: string): Step => [
    'inviteScribe',
    label,
    () => ({ caller: admin, body: { showId: id }, onResponse }),
  ];
  return [
    invite('inviting a scribe', showId),
    ...repeatStep([
      'acceptScribeInvitation',
      'accepting the invitation',
      () => ({ caller: scribe, params: { invitation: invited.invitation } }),
    ]),
    invite('inviting another scribe', otherShowId),
    [
      'removeScribe',
      'withdrawing the invitation',
      () => ({ caller: admin, params: { id: invited.id } }),
    ],
  ];
}
