import { type Change, TOPICS } from '#contract/freshness.ts';
import { REPLAY_WINDOW_MS, type Telling } from '#contract/realtime.ts';
import { type Client, isInterested } from './client.ts';

interface Told {
  change: Telling;
  at: number;
}

/** What was told within the last minute: the first reading of a page that has just come may be older. */
export function createRecentEvents() {
  // By topic and subject, the oldest first.
  const lately = new Map<string, Told>();
  // Apart, by whose it is: in the minutes before a lock thousands of fans change what is theirs alone.
  const ofOwners = new Map<string, Map<string, Told>>();

  return {
    note({ topic, subjectId, version, topics = [topic] }: Telling) {
      const at = performance.now();
      for (const one of topics) {
        const told = { change: { topic: one, subjectId, version, topics: [one] }, at };
        const owner = ownerOf(told.change);
        const own = (owner && ofOwners.get(owner)) || new Map<string, Told>();
        putLast(owner ? own : lately, `${one} ${subjectId}`, told);
        if (owner) putLast(ofOwners, owner, own);
      }
      dropOld(lately, ({ at: then }) => at - then >= REPLAY_WINDOW_MS);
      dropOld(ofOwners, (own) => [...own.values()].every((one) => at - one.at >= REPLAY_WINDOW_MS));
    },
    /** What this client was told, or would have been: first what is not its own, each the oldest first. */
    to(client: Pick<Client, 'userId' | 'isAdmin' | 'watches'>): Change[] {
      const since = performance.now() - REPLAY_WINDOW_MS;
      const all = [...lately.values(), ...(ofOwners.get(client.userId)?.values() ?? [])];
      return all.flatMap(({ change, at }) =>
        at > since && isInterested(client, change) ? change : [],
      );
    },
  };
}

/** Whose alone it is. */
function ownerOf({ topic, subjectId }: Change): string | null {
  return TOPICS[topic].told === 'owner' ? subjectId : null;
}

function putLast<Value>(map: Map<string, Value>, name: string, value: Value): void {
  map.delete(name);
  map.set(name, value);
}

function dropOld<Value>(map: Map<string, Value>, isOld: (value: Value) => boolean): void {
  for (const [oldest, value] of map) {
    if (!isOld(value)) break;
    map.delete(oldest);
  }
}
