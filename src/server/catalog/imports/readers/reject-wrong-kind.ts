import { detectKind, type ImportKind, KIND_NAMES } from '#contract/import-kinds.ts';
import { ImportStoppedError } from './import-stopped-error.ts';
import { NOTHING_IMPORTED } from './unpack.ts';

export function rejectWrongKind(text: string, expectedKind: ImportKind, location: string): void {
  const kind = detectKind(text);
  if (!kind || kind === expectedKind) return;
  const reason = `this file seems to contain ${KIND_NAMES[kind]}. Import it as that kind?`;
  throw new ImportStoppedError(location, reason, NOTHING_IMPORTED);
}
