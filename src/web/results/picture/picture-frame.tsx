import type { ReactNode } from 'react';

/** Of every picture, in CSS pixels. */
export const PICTURE_WIDTH = 800;

/** The hall around a sheet in a picture: its floor, its lamp, and room for the tape. */
export function PictureFrame({ children }: { children: ReactNode }) {
  return (
    <div
      style={{ width: PICTURE_WIDTH }}
      className="bg-[radial-gradient(90%_30rem_at_62%_-6rem,var(--glow),transparent_75%)] bg-hall px-7 pt-9 pb-7 text-text"
    >
      {children}
    </div>
  );
}
