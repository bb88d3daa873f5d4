import { z } from 'zod';
import { endpoint, id } from './endpoint.ts';

export const MAX_BLOCKS = 500;

export const SELF_BLOCK = "You can't block yourself";
export const MODERATOR_BLOCK =
  "Administrators and moderators can't block fans or be blocked, because they run this site";
export const TOO_MANY_BLOCKS = `You can block ${MAX_BLOCKS} fans. Unblock someone first.`;

export const blockedFan = z
  .object({ userId: z.uuid(), username: z.string(), blockedAt: z.iso.datetime() })
  .meta({ id: 'BlockedFan' });
export type BlockedFan = z.output<typeof blockedFan>;

export const listBlocks = endpoint('listBlocks', {
  method: 'GET',
  path: '/api/user/blocks',
  tag: 'accounts',
  who: 'user',
  summary: 'List the fans you block, latest first; no one else can see this list',
  status: 200,
  returns: z.array(blockedFan),
  dependsOn: ['block:{me}', 'profile'],
});

export const blockFan = endpoint('blockFan', {
  method: 'POST',
  path: '/api/user/blocks',
  tag: 'accounts',
  who: 'user',
  summary:
    "Block a fan: you no longer see each other's posts, nudges and invitations, and they are not notified",
  body: z.object({ userId: id('Choose a fan') }),
  status: 204,
});

export const unblockFan = endpoint('unblockFan', {
  method: 'DELETE',
  path: '/api/user/blocks/{userId}',
  tag: 'accounts',
  who: 'user',
  summary: 'Unblock a fan',
  params: z.object({ userId: id('Not found') }),
  status: 204,
});
