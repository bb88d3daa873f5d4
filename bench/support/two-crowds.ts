import type { Heard } from './crowd.ts';
import { type LiveShow, startLiveShow } from './live-show.ts';
import { now } from './now.ts';
import { startServer } from './processes.ts';

const FANS = 100_000;
const SOCKETS = 5_000;

/** What a song cost: milliseconds from the request to each socket, the last at the end. */
export type SongTiming = Omit<Heard, 'at'> & { after: number[] };

export interface TwoCrowds {
  show: LiveShow;
  /** Adds a song to the live show that 100,000 have predicted, heard by 5,000 sockets. */
  song(): Promise<SongTiming>;
  /** The bare ws server sends the bytes of the last song to as many sockets of its own. */
  bareSong(): Promise<SongTiming>;
  close(): Promise<void>;
}

/**
 * 5,000 sockets of the built product and 5,000 of a bare ws server, whose other ends are in one process
 * and do the same with what they hear. `before` is done when no socket is open yet.
 */
export async function openTwoCrowds(
  { keepPages }: { keepPages: boolean },
  before: (show: LiveShow) => Promise<void> = async () => undefined,
): Promise<TwoCrowds> {
  const show = await startLiveShow(FANS);
  const bare = await startServer(
    (port) => ['--import', 'tsx', 'bench/support/bare-broadcast.ts', String(port)],
    '/',
  );
  await before(show);
  const crowd = await show.pages(SOCKETS);
  const night = keepPages ? await show.night() : undefined;
  await show.crowd.open({ target: 'ours', url: show.url, crowd, night });
  await show.crowd.open({ target: 'bare', url: bare.url, crowd, night });
  let lastMessage = '';

  async function song(): Promise<SongTiming> {
    await show.pause();
    const timing = await timed('ours', show.addSong);
    lastMessage = timing.message;
    return timing;
  }

  async function timed(
    target: 'ours' | 'bare',
    action: () => Promise<unknown>,
  ): Promise<SongTiming> {
    let begun = 0;
    const { at, ...heard } = await show.crowd.hear(target, async () => {
      begun = now();
      await action();
    });
    return { ...heard, after: at.map((one) => one - begun) };
  }

  await song();
  return {
    show,
    song,
    async bareSong() {
      // What our last song set off is over: its second message goes out as its second ends.
      await show.pause();
      return timed('bare', () => fetch(bare.url, { method: 'POST', body: lastMessage }));
    },
    async close() {
      await bare.stop();
      await show.close();
    },
  };
}
