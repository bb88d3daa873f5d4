import type { WebSocket } from 'ws';

/** A longer frame closes the socket with 1009. */
export const MAX_FRAME_BYTES = 4 * 1024;

const WINDOW_MS = 10_000;
const FRAMES_PER_WINDOW = 20;

/** ws itself rejects frames that are too long (1009) or not UTF-8 (1007). */
export function limitFrames(
  socket: WebSocket,
  {
    reject,
    onText,
  }: { reject: (code: number, reason: string) => void; onText: (text: string) => void },
): void {
  let windowStart = 0;
  let frameCount = 0;

  socket.on('message', (data, isBinary) => {
    if (isBinary && socket.readyState === socket.OPEN) reject(1003, 'Text only');
    countFrame();
    if (socket.readyState === socket.OPEN) onText(String(data));
  });
  socket.on('ping', countFrame);
  socket.on('pong', countFrame);

  function countFrame() {
    const now = performance.now();
    if (now - windowStart > WINDOW_MS) {
      windowStart = now;
      frameCount = 0;
    }
    frameCount += 1;
    if (frameCount > FRAMES_PER_WINDOW && socket.readyState === socket.OPEN)
      reject(1008, 'Too many messages');
  }
}
