import type { Heard } from './crowd.ts';
import { type LiveShow, startLiveShow } from './live-show.ts';
import { now } from './now.ts';
import { startServer } from './processes.ts';

const FANS = 100_000;
const SOCKETS = 5_000;

/** The timing of a song: milliseconds from the request to each socket, in order. */
export type SongTiming = Omit<Heard, 'at'> & { after: number[] };

export interface TwoCrowds {
  show: LiveShow;
  /** Adds a song to the live show with 100,000 predictions, for 5,000 sockets. */
  song(): Promise<SongTiming>;
  /** Sends the bytes of the last song through the bare ws server to 5,000 sockets. */
  bareSong(): Promise<SongTiming>;
  close(): Promise<void>;
}

/**
 * Opens 5,000 sockets to the built product and 5,000 to a bare ws server. One process has all
 * client ends and processes messages alike. `before` runs while no socket is open.
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
    const { at, ...rest } = await show.crowd.hear(target, async () => {
      begun = now();
      await action();
    });
    return { ...rest, after: at.map((time) => time - begun) };
  }

  await song();
  return {
    show,
    song,
    async bareSong() {
      // Wait until the product's last song is fully processed: its second message follows a second
      // later.
      await show.pause();
      return timed('bare', () => fetch(bare.url, { method: 'POST', body: lastMessage }));
    },
    async close() {
      await bare.stop();
      await show.close();
    },
  };
}
