import { createGunzip } from 'node:zlib';
import { createBodyStream, createDamagedError } from './backup-file.ts';

export interface BodyReader {
  /** Yields fewer than `bytes` if the body ends early. */
  take(bytes: number): AsyncGenerator<Buffer>;
  assertAtEnd(): Promise<void>;
  close(): void;
}

/** Decompresses a backup's body. Close the reader even after an error. */
export function openBody(path: string): BodyReader {
  const compressed = createBodyStream(path);
  const decompressed = createGunzip();
  // Without a listener, an error after the iterator's last read would be unhandled.
  decompressed.on('error', () => undefined);
  compressed.on('error', (error) => decompressed.destroy(error));
  const source: AsyncIterator<Buffer> = compressed.pipe(decompressed)[Symbol.asyncIterator]();
  let buffer: Buffer = Buffer.alloc(0);

  async function fill(): Promise<boolean> {
    const { value, done } = await source.next();
    if (done) return false;
    buffer = value;
    return true;
  }

  return {
    async *take(bytes) {
      for (let remainingBytes = bytes; remainingBytes > 0; ) {
        if (buffer.length === 0 && !(await fill())) return;
        const chunk = buffer.subarray(0, remainingBytes);
        buffer = buffer.subarray(chunk.length);
        remainingBytes -= chunk.length;
        yield chunk;
      }
    },
    async assertAtEnd() {
      if (buffer.length > 0 || (await fill()))
        throw createDamagedError(path, 'it has more rows than its header lists');
    },
    close() {
      compressed.destroy();
      decompressed.destroy();
    },
  };
}
