import type { SongArrivals } from './crowd.ts';
import { type LiveShow, startLiveShow } from './live-show.ts';
import { now } from './now.ts';
import { startServer } from './processes.ts';

const FAN_COUNT = 100_000;
const SOCKET_COUNT = 5_000;

/** Milliseconds from the request to each socket, in order. */
export type SongTiming = Omit<SongArrivals, 'times'> & { durations: number[] };

export interface TwoCrowds {
  show: LiveShow;
  /** Adds a song to the live show with 100,000 predictions and 5,000 sockets. */
  song(): Promise<SongTiming>;
  /** Sends the last song's bytes through the bare ws server to 5,000 sockets. */
  bareSong(): Promise<SongTiming>;
  close(): Promise<void>;
}

/** One process has all client ends. `prepare` runs while no socket is open. */
export async function openTwoCrowds(
  { hasPages }: { hasPages: boolean },
  prepare: (show: LiveShow) => Promise<void> = async () => undefined,
): Promise<TwoCrowds> {
  const show = await startLiveShow(FAN_COUNT);
  const bareServer = await startServer(
    (port) => ['--import', 'tsx', 'bench/support/bare-broadcast.ts', String(port)],
    '/',
  );
  await prepare(show);
  const crowd = await show.pages(SOCKET_COUNT);
  const liveShow = hasPages ? await show.loadLiveShow() : undefined;
  await show.crowd.open({ target: 'product', url: show.url, crowd, liveShow });
  await show.crowd.open({ target: 'bare', url: bareServer.url, crowd, liveShow });
  let lastMessage = '';

  async function song(): Promise<SongTiming> {
    await show.pause();
    const timing = await measureSong('product', show.addSong);
    lastMessage = timing.message;
    return timing;
  }

  async function measureSong(
    target: 'product' | 'bare',
    action: () => Promise<unknown>,
  ): Promise<SongTiming> {
    let startedAt = 0;
    const { times, ...rest } = await show.crowd.measureArrivals(target, async () => {
      startedAt = now();
      await action();
    });
    return { ...rest, durations: times.map((time) => time - startedAt) };
  }

  await song();
  return {
    show,
    song,
    async bareSong() {
      // The product sends a second message a second after the song, so wait until it has been
      // processed.
      await show.pause();
      return measureSong('bare', () =>
        fetch(bareServer.url, { method: 'POST', body: lastMessage }),
      );
    },
    async close() {
      await bareServer.stop();
      await show.close();
    },
  };
}
