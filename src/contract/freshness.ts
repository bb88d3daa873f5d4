/**
 * Everything that can change, the socket event that announces it (default: `topic:update`), and who
 * receives the event. A read lists the topics it depends on in `dependsOn`, a change lists the
 * topics it changed. Server caches, socket messages and the browser's refetches follow from these
 * two lists.
 */
export const TOPICS = {
  show: { event: 'show:status', audience: 'everyone' },
  setlist: { event: 'setlist:update', audience: 'everyone' },
  /** The setlist before predictions lock, when fans can't see its rows. */
  sealedSetlist: { audience: 'administrators' },
  /** Points on a show's leaderboard: the points so far while it is live, then the stored ones. */
  standings: { event: 'scores:update', audience: 'everyone' },
  /** Stored points of a show's predictions, and the fans' totals that include them. */
  totals: { event: 'scores:update', audience: 'everyone' },
  /** Fans who predicted a show, their order and names. */
  entrants: { audience: 'watchers' },
  /** House players' predictions, published once when predictions lock. */
  house: { audience: 'everyone' },
  /** Editable fields of a song. Its statistics depend on setlists and shows. */
  song: { audience: 'everyone' },
  /** A new song. Only lists of all songs depend on it. */
  catalogue: { audience: 'everyone' },
  username: { audience: 'everyone' },
  thread: { audience: 'watchers' },
  prediction: { audience: 'owner' },
  share: { audience: 'owner and administrators' },
  account: { audience: 'owner and administrators' },
  band: { audience: 'everyone' },
  /** Backups on the server's disk; the subject is the user who made one. */
  backup: { audience: 'administrators' },
  /** Undecided corrections from archives; the subject is the user who added or decided one. */
  proposal: { audience: 'administrators' },
  /** Progress of an import; the subject is the user who started it. */
  import: { audience: 'administrators' },
  /** The setlist.fm key; the subject is the user who changed it. */
  importKey: { audience: 'administrators' },
  /** A new audit log entry, announced in addition to the change it records. */
  audit: { audience: 'administrators' },
  sessions: { audience: 'owner and administrators' },
  /** A fan's sign-in methods and whether their email is verified. */
  credentials: { audience: 'owner' },
  notices: { audience: 'owner' },
  /** Rights of a fan's sessions, or their end. Only for the server's viewer cache and sockets. */
  access: { audience: 'server only' },
} as const satisfies Record<
  string,
  {
    event?: string;
    /**
     * owner: the fan who is the subject, or every fan if the subject is null.
     * watchers: pages that subscribed to the topic.
     * administrators: only administrators, regardless of the subject.
     */
    audience:
      | 'everyone'
      | 'watchers'
      | 'owner'
      | 'owner and administrators'
      | 'administrators'
      | 'server only';
  }
>;

export type Topic = keyof typeof TOPICS;

/** A committed change. `subjectId` is the show, song, thread or user; null means any. */
export interface Change {
  topic: Topic;
  subjectId: string | null;
  /** Increases with every change of a show. Meaningless for other topics. */
  version: number;
}

/** A topic that a response depends on; null means any subject. */
export type Concern = Pick<Change, 'topic' | 'subjectId'>;

/** 'song' is any song, 'setlist:{id}' the one in the path, '…:{me}' the caller's. */
export type Dependency = Topic | `${Topic}:{${string}}`;

/** The concerns of one request; `me` is the caller's user id. */
export function concernsOf(
  { dependsOn = [] }: { readonly dependsOn?: readonly Dependency[] },
  params: Readonly<Record<string, string>> = {},
  me?: string,
): Concern[] {
  return dependsOn.map((dependency) => {
    const [topic, name] = dependency.split(/:\{|\}/) as [Topic, string?];
    const subject = name === 'me' ? me : name && params[name];
    return { topic, subjectId: subject?.toLowerCase() ?? null };
  });
}

export function touches(change: Concern, on: Concern): boolean {
  return (
    change.topic === on.topic &&
    (change.subjectId === on.subjectId || change.subjectId === null || on.subjectId === null)
  );
}

/** Lists a write's changes in its response, so that the page doesn't wait for the socket. */
export const CHANGES_HEADER = 'x-changes';

export const WATCHED_TOPICS = (Object.keys(TOPICS) as Topic[]).filter(
  (topic) => TOPICS[topic].audience === 'watchers',
);
