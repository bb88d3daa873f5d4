import type { Expected } from '../apply.ts';
import type { Call } from '../requests.ts';
import type { Tour } from '../tour.ts';

/** `person` and `blocked` are indexes in `people`. */
export interface Block {
  person: number;
  blocked: number;
  createdAt: number;
}

export type BlockRequest = { kind: 'block' | 'unblock'; userId: string };

export function toBlockCall({ kind, userId }: BlockRequest): Call {
  const url = '/api/user/blocks';
  return kind === 'block'
    ? { method: 'POST', url, body: { userId } }
    : { method: 'DELETE', url: `${url}/${userId}` };
}

export function isBlockBetween({ blocks }: Tour, one: number, other: number): boolean {
  return blocks.some(
    ({ person, blocked }) =>
      (person === one && blocked === other) || (person === other && blocked === one),
  );
}

/** Administrators can neither block nor be blocked. */
export function applyToBlocks(
  tour: Tour,
  { kind, actor: person, userId }: BlockRequest & { actor: number },
): Expected {
  const { people, blocks, now } = tour;
  const blocked = people.findIndex((other) => other.userId === userId);
  const block = blocks.find((other) => other.person === person && other.blocked === blocked);
  if (kind === 'unblock') {
    if (!block) return { status: 404 };
    tour.blocks = blocks.filter((other) => other !== block);
    return { status: 204 };
  }
  if (person === blocked) return { status: 409 };
  if (people[blocked]?.isAdmin) return { status: 409 };
  if (!block) blocks.push({ person, blocked, createdAt: now });
  return { status: 204 };
}
