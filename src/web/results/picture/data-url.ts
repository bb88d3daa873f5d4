export async function dataUrlOf(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = '';
  for (let at = 0; at < bytes.length; at += CHUNK)
    binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return `data:${file.type};base64,${btoa(binary)}`;
}

/** Below the engine's limit of arguments per call. */
const CHUNK = 8_192;
