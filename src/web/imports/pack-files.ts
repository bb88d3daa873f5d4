import { detectKind, type ImportKind, KIND_CHARACTERS } from '#contract/import-kinds.ts';
import { IMPORT_LIMITS } from '#contract/import-limits.ts';

const { files: FILES_MAX, uploadBytes, unpackedBytes } = IMPORT_LIMITS;

export function findSizeError(files: readonly Pick<File, 'size'>[]): string | undefined {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (files.length > FILES_MAX) return `Choose at most ${FILES_MAX} files.`;
  if (bytes <= unpackedBytes) return undefined;
  return `These files are ${formatMegabytes(bytes)} in total. The limit is ${formatMegabytes(unpackedBytes)}. Import them in several parts: nothing is imported twice.`;
}

/** Throws if the compressed files are too large. */
export async function packFiles(files: readonly File[], signal: AbortSignal): Promise<FormData> {
  const form = new FormData();
  let bytes = 0;
  for (const file of files) {
    signal.throwIfAborted();
    const compressed = (await isGzip(file)) ? file : await gzip(file, signal);
    bytes += compressed.size;
    if (bytes > uploadBytes)
      throw new Error(
        `These files are larger than ${formatMegabytes(uploadBytes)} when compressed. Import them in several parts: nothing is imported twice.`,
      );
    form.append('files', compressed, file.name);
  }
  return form;
}

export async function detectFileKind(file: File): Promise<ImportKind | undefined> {
  // A character has at most three bytes. The rest allows for data that compresses badly.
  const beginning = file.slice(0, 16 * KIND_CHARACTERS);
  const stream = (await isGzip(file))
    ? beginning.stream().pipeThrough(new DecompressionStream('gzip'))
    : beginning.stream();
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = '';
  while (text.length < KIND_CHARACTERS) {
    const { value, done } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
  }
  await reader.cancel().catch(() => {});
  return detectKind(text);
}

async function isGzip(file: Blob): Promise<boolean> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  return first === 0x1f && second === 0x8b;
}

function gzip(file: Blob, signal: AbortSignal): Promise<Blob> {
  const compression = new CompressionStream('gzip');
  return new Response(file.stream().pipeThrough(compression, { signal })).blob();
}

function formatMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024 / 1024)} MB`;
}
