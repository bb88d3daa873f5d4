export async function toDataUrl(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = '';
  for (let start = 0; start < bytes.length; start += CHUNK)
    binary += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
  return `data:${file.type};base64,${btoa(binary)}`;
}

/** Below the engine's limit of arguments per call. */
const CHUNK = 8_192;
