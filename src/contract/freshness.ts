/** The topics of the specification's events. `topic:update` announces the others. */
export const EVENTS = {
  show: 'show:status',
  setlist: 'setlist:update',
  standings: 'scores:update',
  totals: 'scores:update',
} as const satisfies { [topic in Topic]?: string };

/** Cached responses, socket messages and refetches all follow from these topics. */
export const TOPICS = {
  show: { audience: 'everyone' },
  setlist: { audience: 'everyone' },
  /** A setlist before predictions lock, when fans can't see its rows. */
  sealedSetlist: { audience: 'administrators and scribes' },
  /** A fan entered their first song into a show's setlist. */
  credits: { audience: 'watchers' },
  /** A show's leaderboard: points so far while it is live, then the stored ones. */
  standings: { audience: 'everyone' },
  /** Stored points of predictions, and the fans' totals. */
  totals: { audience: 'everyone' },
  entrants: { audience: 'watchers' },
  privacy: { audience: 'watchers' },
  house: { audience: 'everyone' },
  /** The editable fields of a song. Its statistics depend on setlists and shows. */
  song: { audience: 'everyone' },
  /** A new song. Affects only lists of all songs. */
  catalogue: { audience: 'everyone' },
  username: { audience: 'everyone' },
  profile: { audience: 'watchers' },
  thread: { audience: 'watchers' },
  /** A post was added, and nothing else changed. The event contains the post. */
  newPost: { audience: 'watchers' },
  league: { audience: 'watchers' },
  leagueTalk: { audience: 'watchers' },
  /** A league's board of a live show. Published after `standings`; the event contains the rows. */
  leagueBoard: { audience: 'subject watchers' },
  prediction: { audience: 'owner' },
  share: { audience: 'owner and administrators' },
  calendar: { audience: 'owner' },
  account: { audience: 'owner and administrators' },
  band: { audience: 'everyone' },
  /** The subject of this and the next three is the user who made the change. */
  backup: { audience: 'administrators' },
  proposal: { audience: 'administrators' },
  import: { audience: 'administrators' },
  importKey: { audience: 'administrators' },
  /** A webhook or its log. The subject is always null. */
  webhook: { audience: 'administrators' },
  audit: { audience: 'administrators' },
  sessions: { audience: 'owner and administrators' },
  credentials: { audience: 'owner' },
  notices: { audience: 'owner' },
  /** Only for the fan who blocks. The blocked fan's pages show it after their next request. */
  block: { audience: 'owner' },
  report: { audience: 'moderators' },
  mute: { audience: 'moderators' },
  /** The subject is the scribe, or the invitation if no one has accepted it. */
  scribe: { audience: 'owner and administrators' },
  /** A changed role or right, or ended sessions, for the server's viewer cache and sockets. */
  access: { audience: 'server only' },
} as const satisfies Record<
  string,
  {
    /**
     * owner: the subject, or every fan if it is null; watchers: pages that subscribed to the topic;
     * subject watchers: pages that subscribed to the subject; moderators: also administrators;
     * scribes: those of the subject.
     */
    audience:
      | 'everyone'
      | 'watchers'
      | 'subject watchers'
      | 'owner'
      | 'owner and administrators'
      | 'moderators'
      | 'administrators and scribes'
      | 'administrators'
      | 'server only';
  }
>;

export type Topic = keyof typeof TOPICS;

/** `subjectId` is the show, song, thread, league, report or user; null means any. */
export interface Change {
  topic: Topic;
  subjectId: string | null;
  /** Increases with every change to a show; meaningless for other topics. */
  version: number;
}

export type Concern = Pick<Change, 'topic' | 'subjectId'>;

/** 'song' is any song, 'setlist:{id}' the one in the path, '…:{me}' the caller's. */
export type Dependency = Topic | `${Topic}:{${string}}`;

export function resolveConcerns(
  { dependsOn = [] }: { readonly dependsOn?: readonly Dependency[] },
  params: Readonly<Record<string, string>> = {},
  me?: string,
): Concern[] {
  return dependsOn.map((dependency) => {
    // No regular expression, because this runs for every cached response.
    const colon = dependency.indexOf(':');
    if (colon === -1) return { topic: dependency as Topic, subjectId: null };
    const name = dependency.slice(colon + 2, -1);
    const subject = name === 'me' ? me : params[name];
    const topic = dependency.slice(0, colon) as Topic;
    return { topic, subjectId: subject?.toLowerCase() ?? null };
  });
}

export function affects(change: Concern, concern: Concern): boolean {
  return (
    change.topic === concern.topic &&
    (change.subjectId === concern.subjectId ||
      change.subjectId === null ||
      concern.subjectId === null)
  );
}

/** A write lists its changes in the response, so the page doesn't wait for the socket. */
export const CHANGES_HEADER = 'x-changes';

/** Pages subscribe to these. Listed here so that pages don't load `TOPICS`. */
export const WATCHED_TOPICS = [
  'credits',
  'entrants',
  'privacy',
  'profile',
  'thread',
  'newPost',
  'league',
  'leagueTalk',
] as const satisfies Topic[];
