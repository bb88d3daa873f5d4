import { Sender } from 'ws';

declare module 'ws' {
  const Sender: {
    /** Public in ws, though its types don't tell of it. @returns a header, and the payload as it is */
    frame(payload: Buffer, options: { fin: boolean; opcode: number; mask: boolean }): Buffer[];
  };
}

/** RFC 6455, section 11.8. */
const TEXT = 1;

/**
 * A message as it is on the wire, header and text in one buffer: made once, it is one write to each of
 * thousands, where ws makes each a header of its own and writes that and the text.
 */
export function frameOf(text: string): Buffer {
  return Buffer.concat(Sender.frame(Buffer.from(text), { fin: true, opcode: TEXT, mask: false }));
}
