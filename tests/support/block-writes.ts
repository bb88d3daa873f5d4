import type { Caller } from './test-app.ts';
import { repeatStep, type Step } from './write-step.ts';

/** The blocked fan must not be a viewer, because their pages get no event about the block. */
export function listBlockWrites({ fan, blockedId }: { fan: Caller; blockedId: string }): Step[] {
  const block = () => ({ caller: fan, body: { userId: blockedId } });
  return [
    ...repeatStep(['blockFan', 'blocking a fan', block]),
    ['unblockFan', 'unblocking the fan', () => ({ caller: fan, params: { userId: blockedId } })],
    ['blockFan', 'blocking again', block],
  ];
}
