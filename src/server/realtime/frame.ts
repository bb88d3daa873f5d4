import { Sender } from 'ws';

declare module 'ws' {
  const Sender: {
    /** Public in ws, but missing from its types. Returns a header, and the payload unchanged. */
    frame(payload: Buffer, options: { fin: boolean; opcode: number; mask: boolean }): Buffer[];
  };
}

/** The opcode of a text frame (RFC 6455, section 11.8). */
const TEXT_OPCODE = 1;

/** Builds a frame once for all sockets: ws would build and write a header per socket. */
export function buildFrame(text: string): Buffer {
  return Buffer.concat(
    Sender.frame(Buffer.from(text), { fin: true, opcode: TEXT_OPCODE, mask: false }),
  );
}
