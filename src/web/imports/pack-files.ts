import { type ImportKind, KIND_HEAD_LENGTH, kindOf } from '#contract/import-kinds.ts';
import { IMPORT_LIMITS } from '#contract/import-limits.ts';

const { files: FILES_MAX, uploadBytes, unpackedBytes } = IMPORT_LIMITS;

export function sizeError(files: readonly Pick<File, 'size'>[]): string | undefined {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (files.length > FILES_MAX) return `Choose at most ${FILES_MAX} files.`;
  if (bytes <= unpackedBytes) return undefined;
  return `These files have ${megabytes(bytes)}. An import can have at most ${megabytes(unpackedBytes)}. Import them in several parts: nothing is imported twice.`;
}

/** Throws if the compressed files are too large. */
export async function packFiles(files: readonly File[], signal: AbortSignal): Promise<FormData> {
  const form = new FormData();
  let bytes = 0;
  for (const file of files) {
    signal.throwIfAborted();
    const packed = (await isGzip(file)) ? file : await gzip(file, signal);
    bytes += packed.size;
    if (bytes > uploadBytes)
      throw new Error(
        `Compressed, these files have more than ${megabytes(uploadBytes)}. Import them in several parts: nothing is imported twice.`,
      );
    form.append('files', packed, file.name);
  }
  return form;
}

export async function kindOfFile(file: File): Promise<ImportKind | undefined> {
  // Enough compressed bytes to decompress the beginning.
  const beginning = file.slice(0, 16 * KIND_HEAD_LENGTH);
  const stream = (await isGzip(file))
    ? beginning.stream().pipeThrough(new DecompressionStream('gzip'))
    : beginning.stream();
  const reader = stream.getReader();
  const { value } = await reader.read();
  // The slice ends in the middle of the compressed data.
  await reader.cancel().catch(() => {});
  return kindOf(new TextDecoder().decode(value));
}

async function isGzip(file: Blob): Promise<boolean> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  return first === 0x1f && second === 0x8b;
}

function gzip(file: Blob, signal: AbortSignal): Promise<Blob> {
  const packing = new CompressionStream('gzip');
  return new Response(file.stream().pipeThrough(packing, { signal })).blob();
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024 / 1024)} MB`;
}
