import { LEAGUE_LIMITS } from '#contract/leagues.ts';
import { watchFrame } from '#contract/realtime.ts';
import { listBoards } from './clients.ts';

/** Returns undefined for an invalid frame. Lowercases league IDs, as in the names of changes. */
export function readWatchFrame(text: string): string[] | undefined {
  let frame: unknown;
  try {
    frame = JSON.parse(text);
  } catch {
    return undefined;
  }
  const names = watchFrame.safeParse(frame).data?.watch.map(toLowerCaseId);
  const boardCount = new Set(listBoards(names ?? [])).size;
  return boardCount > LEAGUE_LIMITS.leaguesPerFan ? undefined : names;
}

function toLowerCaseId(name: string): string {
  const [topic, id] = name.split(':');
  return id ? `${topic}:${id.toLowerCase()}` : name;
}
