import { encode } from 'uqr';

interface QrCode {
  /** In modules, with the quiet zone. */
  size: number;
  /** Rows of modules; true is dark. */
  modules: readonly (readonly boolean[])[];
}

/** Uses medium error correction, and the quiet zone of four modules that the standard requires. */
export function encodeQrCode(text: string): QrCode {
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  return { size, modules: data };
}

export function toSvgPath({ modules }: QrCode): string {
  return listRuns(modules)
    .map(({ x, y, length }) => `M${x} ${y}h${length}v1h-${length}z`)
    .join('');
}

export function drawQrCode(code: QrCode, name: string): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = code.size * MODULE_PIXELS;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser has no canvas');
  context.scale(MODULE_PIXELS, MODULE_PIXELS);
  context.fillStyle = 'white';
  context.fillRect(0, 0, code.size, code.size);
  context.fillStyle = 'black';
  for (const { x, y, length } of listRuns(code.modules)) context.fillRect(x, y, length, 1);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) =>
        blob
          ? resolve(new File([blob], name, { type: blob.type }))
          : reject(new Error('The image could not be rendered')),
      'image/png',
    );
  });
}

const MODULE_PIXELS = 24;

function listRuns(modules: QrCode['modules']) {
  return modules.flatMap((row, y) => {
    const runs: { x: number; y: number; length: number }[] = [];
    row.forEach((isDark, x) => {
      if (!isDark) return;
      const last = runs.at(-1);
      if (last && last.x + last.length === x) last.length += 1;
      else runs.push({ x, y, length: 1 });
    });
    return runs;
  });
}
