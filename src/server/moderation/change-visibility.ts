import type { Change } from '#contract/freshness.ts';
import { nextChangeVersion } from '../changes/bus.ts';
import type { Tx } from '../db/transaction.ts';
import { updateThreadCounts } from '../forums/change-thread.ts';
import { createTalkChange } from '../league-talk/change-post.ts';
import { createLeagueChange } from '../leagues/change-members.ts';
import type { LockedContent } from './lock-content.ts';

export async function createVisibilityChange(tx: Tx, content: LockedContent): Promise<Change> {
  const { kind, id, threadId, leagueId } = content;
  if (kind === 'talk' && leagueId) return createTalkChange(leagueId);
  if (kind === 'league') return createLeagueChange(id);
  if (threadId === undefined)
    return { topic: 'profile', subjectId: id, version: nextChangeVersion() };
  const version = await updateThreadCounts(tx, threadId);
  return { topic: 'thread', subjectId: threadId, version };
}
