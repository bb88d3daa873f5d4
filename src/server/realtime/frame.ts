import { Sender } from 'ws';

declare module 'ws' {
  const Sender: {
    /** Public in ws, but missing from its types. Returns a header, and the payload unchanged. */
    frame(payload: Buffer, options: { fin: boolean; opcode: number; mask: boolean }): Buffer[];
  };
}

/** RFC 6455, section 11.8. */
const TEXT = 1;

/** Built once for all sockets. ws would build a header per socket and write it separately. */
export function buildFrame(text: string): Buffer {
  return Buffer.concat(Sender.frame(Buffer.from(text), { fin: true, opcode: TEXT, mask: false }));
}
