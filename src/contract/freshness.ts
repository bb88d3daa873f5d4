/**
 * The one table of freshness: what can change, which event of the socket tells it (none: the event
 * for all else), and who is told. A read says by `dependsOn` which of these it is made of, a change
 * says which it changed; remembered answers, messages and the browser's reading anew follow.
 */
export const TOPICS = {
  /** A show's details and status. */
  show: { event: 'show:status', told: 'everyone' },
  /** The rows of a show's setlist. */
  setlist: { event: 'setlist:update', told: 'everyone' },
  /** The same while its predictions are open: fans see none of them yet. */
  sealedSetlist: { told: 'administrators' },
  /** The points that a show's board ranks by: those so far while it is live, then the stored ones. */
  standings: { event: 'scores:update', told: 'everyone' },
  /** Stored points of a show's predictions, and with them its fans' totals. */
  totals: { event: 'scores:update', told: 'everyone' },
  /** Who has predicted a show, in which order and by what name. */
  entrants: { told: 'watchers' },
  /** What the house players predicted of a show: said once, when its predictions lock. */
  house: { told: 'everyone' },
  /** What a song's form holds; its figures follow from setlists and shows. */
  song: { told: 'everyone' },
  /** Which songs there are: one more. Of a new song nobody has read anything, so only lists of all are old. */
  catalogue: { told: 'everyone' },
  /** The name by which others know a fan. */
  username: { told: 'everyone' },
  /** A thread of the forums, with its posts. */
  thread: { told: 'watchers' },
  /** A fan's own predictions, and the public links to them. */
  prediction: { told: 'owner' },
  share: { told: 'owner and administrators' },
  /** A fan's account as they and administrators see it. */
  account: { told: 'owner and administrators' },
  /** Whose site this is: names, links, colors. */
  band: { told: 'everyone' },
  /** The backups on the server's disk; the subject is who made one. */
  backup: { told: 'administrators' },
  /** What archives have corrected and nobody has decided on; the subject is who made it one more or less. */
  proposal: { told: 'administrators' },
  /** How far an import of an archive is; the subject is who started it. */
  import: { told: 'administrators' },
  /** Whether there is a key to setlist.fm; the subject is who entered or removed it. */
  importKey: { told: 'administrators' },
  /** The audit log: a change of its own beside what was changed. */
  audit: { told: 'administrators' },
  /** A fan's sessions as they see them, and how many there are. */
  sessions: { told: 'owner and administrators' },
  /** A fan's ways to sign in, and whether their address is verified. */
  credentials: { told: 'owner' },
  /** Of what a fan is told while they are away, and how. */
  notices: { told: 'owner' },
  /** What a fan's sessions may do, or that some have ended: the server's own memory and sockets. */
  access: { told: 'nobody' },
} as const satisfies Record<
  string,
  {
    event?: string;
    /**
     * Owner: the fan who is the subject, every fan where it may be any. Watchers: whoever said that
     * they show such a thing. Administrators: nobody else, whoever the subject is.
     */
    told:
      | 'everyone'
      | 'watchers'
      | 'owner'
      | 'owner and administrators'
      | 'administrators'
      | 'nobody';
  }
>;

export type Topic = keyof typeof TOPICS;

/** A committed change: `subjectId` names the show, song, thread or user; null: any of them. */
export interface Change {
  topic: Topic;
  subjectId: string | null;
  /** Grows with every change of a show. Of anything else it is a moment or a count that says little. */
  version: number;
}

/** What an answer depends on: null for whichever subject. */
export type Concern = Pick<Change, 'topic' | 'subjectId'>;

/** As a read declares it: 'song' is any song, 'setlist:{id}' that of the address, '…:{me}' one's own. */
export type Dependency = Topic | `${Topic}:{${string}}`;

/** What the answer to this very call depends on. `me` is who asks. */
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

/** Whether what changed is what is depended on. */
export function touches(change: Concern, on: Concern): boolean {
  return (
    change.topic === on.topic &&
    (change.subjectId === on.subjectId || change.subjectId === null || on.subjectId === null)
  );
}

/** The answer to a write brings what it changed: whoever made it needs no socket to know. */
export const CHANGES_HEADER = 'x-changes';

/** Topics whose changes are told to those only who watch them. */
export const WATCHED_TOPICS = (Object.keys(TOPICS) as Topic[]).filter(
  (topic) => TOPICS[topic].told === 'watchers',
);
